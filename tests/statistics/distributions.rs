//! Tail probabilities, as in Numerical Recipes: incomplete beta and gamma functions by continued fractions and series.

/// Logarithm of the gamma function (Lanczos).
fn ln_gamma(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 6] = [
        76.180_091_729_471_46,
        -86.505_320_329_416_77,
        24.014_098_240_830_91,
        -1.231_739_572_450_155,
        1.208_650_973_866_179e-3,
        -5.395_239_384_953e-6,
    ];
    let series = COEFFICIENTS.iter().zip(1..).fold(1.000_000_000_190_015, |sum, (c, k)| sum + c / (x + f64::from(k)));
    let t = x + 5.5;
    (x + 0.5) * t.ln() - t + (2.506_628_274_631_000_5 * series / x).ln()
}

/// The regularized incomplete beta function.
pub(crate) fn beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta(1.0 - x, b, a);
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (1.0 - x).ln()).exp() / a;
    let nonzero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut c, mut d) = (1.0, 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = d;
    for m in 1..500 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = fraction;
        for term in [even, odd] {
            d = 1.0 / nonzero(1.0 + term * d);
            c = nonzero(1.0 + term / c);
            fraction *= c * d;
        }
        if (fraction - before).abs() < 1e-14 * fraction.abs() {
            break;
        }
    }
    front * fraction
}

/// The regularized lower incomplete gamma function.
fn gamma(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    let front = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0 / a, 1.0 / a);
        for n in 1..1000 {
            term *= x / (a + f64::from(n));
            sum += term;
            if term < 1e-17 * sum {
                break;
            }
        }
        return front * sum;
    }
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1e300, 1.0 / b);
    let mut fraction = d;
    for n in 1..1000 {
        let n = f64::from(n);
        let term = -n * (n - a);
        b += 2.0;
        d = 1.0 / (term * d + b);
        c = b + term / c;
        let before = fraction;
        fraction *= c * d;
        if fraction == before {
            break;
        }
    }
    1.0 - front * fraction
}

/// The normal distribution function.
pub(crate) fn normal(z: f64) -> f64 {
    let half = 0.5 * gamma(0.5, z * z / 2.0);
    if z < 0.0 { 0.5 - half } else { 0.5 + half }
}

/// Clopper and Pearson's interval of 95 % for a share.
pub(crate) fn exact_95(count: usize, all: usize) -> (f64, f64) {
    let (k, n) = (count as f64, all as f64);
    let solve = |is_below: &dyn Fn(f64) -> bool| {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if is_below(middle) { low = middle } else { high = middle }
        }
        (low + high) / 2.0
    };
    let low = if count == 0 { 0.0 } else { solve(&|p| beta(p, k, n - k + 1.0) < 0.025) };
    let high = if count == all { 1.0 } else { solve(&|p| beta(p, k + 1.0, n - k) < 0.975) };
    (low, high)
}

#[test]
fn tails_are_those_of_tables() {
    // R: pnorm(1.5), binom.test(3, 10)$conf.int
    let close = |ours: f64, table: f64| assert!((ours - table).abs() < 1e-6, "{ours} {table}");
    close(normal(1.5), 0.933_192_8);
    let (low, high) = exact_95(3, 10);
    close(low, 0.066_739_5);
    close(high, 0.652_452_9);
}
