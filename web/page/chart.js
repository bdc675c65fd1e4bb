// The population over the generations: a column for each, darker where more individuals have a penalty, with the lowest penalty so
// far and the mean. Beside it, the individuals of the generation that is shown.
function populationChart(canvas) {
  const paper = canvas.getContext("2d");
  // One pixel for each generation and penalty, painted once.
  const density = document.createElement("canvas");
  let [painted, colors] = [0, {}];
  const restyle = () => {
    const style = getComputedStyle(canvas);
    for (const name of ["ink", "soft", "line", "best", "mean", "density"]) colors[name] = style.getPropertyValue(`--${name}`).trim();
    painted = 0;
  };
  const reset = (generations, penalties) => {
    density.width = generations + 1;
    density.height = penalties;
    painted = 0;
    paper.clearRect(0, 0, canvas.width, canvas.height);
  };
  const paint = frames => {
    const pixels = density.getContext("2d");
    for (; painted < frames.length; painted++) {
      const { counts, size } = frames[painted];
      const column = pixels.createImageData(1, density.height);
      const [red, green, blue] = colors.density.split(",").map(Number);
      counts.forEach((count, penalty) => {
        const row = density.height - 1 - penalty;
        if (row >= 0) column.data.set([red, green, blue, count ? 255 * Math.min(1, 0.12 + 2 * Math.sqrt(count / size)) : 0], 4 * row);
      });
      pixels.putImageData(column, painted, 0);
    }
  };
  // The smallest of 50, 100, 200, 500 … generations that has room for all that are shown.
  const span = generation => [50, 100, 200, 500, 1000, 2000, 5000].find(limit => generation <= limit) ?? generation + 1;
  // `mark` is the penalty of an individual to mark beside the bars.
  const draw = (frames, at, axes, mark) => {
    const [width, height, scale] = [canvas.clientWidth, canvas.clientHeight, window.devicePixelRatio || 1];
    if (!width || !frames.length) return;
    if (canvas.width !== Math.round(width * scale)) [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
    paint(frames);
    paper.setTransform(scale, 0, 0, scale, 0, 0);
    paper.clearRect(0, 0, width, height);
    // Lengths are those of letters of 16 pixels, and grow with the letters.
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const bars = Math.min(110 * unit, width / 5);
    const [left, top, right, bottom] = [34 * unit, 18 * unit, width - bars - 20 * unit, height - 34 * unit];
    const limit = Math.max(20, Math.ceil(axes.highest / 20) * 20);
    const generations = span(axes.generation);
    const x = generation => left + (right - left) * generation / generations;
    const y = penalty => bottom - (bottom - top) * penalty / limit;
    paper.font = `${12 * unit}px system-ui, sans-serif`;
    paper.lineWidth = 1;
    paper.textBaseline = "middle";
    paper.textAlign = "right";
    const rise = height < 180 * unit ? 40 : 20;
    for (let penalty = 0; penalty <= limit; penalty += rise) {
      paper.strokeStyle = colors.line;
      paper.beginPath();
      paper.moveTo(left, Math.round(y(penalty)) + 0.5);
      paper.lineTo(width, Math.round(y(penalty)) + 0.5);
      paper.stroke();
      paper.fillStyle = colors.soft;
      paper.fillText(penalty, left - 6 * unit, y(penalty));
    }
    paper.textAlign = "left";
    paper.textBaseline = "alphabetic";
    paper.fillText("penalty", 0, 10 * unit);
    const grid = generations / 5;
    paper.textAlign = "center";
    for (let tick = 0; tick < 5; tick++) paper.fillText(grid * tick, x(grid * tick), bottom + 16 * unit);
    paper.fillText("generation", (left + right) / 2, bottom + 31 * unit);
    const base = right + 14 * unit;
    paper.fillText("individuals", base + bars / 2, bottom + 31 * unit);
    const column = (right - left) / generations;
    paper.imageSmoothingEnabled = column < 1;
    // A pixel of a penalty is a row around its height.
    const rows = limit + 1;
    paper.drawImage(density, 0, density.height - rows, at + 1, rows, left, y(limit + 0.5), column * (at + 1), y(-0.5) - y(limit + 0.5));
    // Draws a line through the places that `place` adds for each generation.
    const line = (color, dash, place) => {
      paper.strokeStyle = color;
      paper.lineWidth = 2;
      paper.setLineDash(dash);
      paper.beginPath();
      for (let generation = 0; generation <= at; generation++) place(generation, frames[generation]);
      paper.stroke();
      paper.setLineDash([]);
    };
    line(colors.mean, [5, 3], (generation, { mean }) => paper.lineTo(x(generation + 0.5), y(mean)));
    // The best so far is constant until a better individual is found: steps.
    line(colors.best, [], (generation, { best }) => { paper.lineTo(x(generation), y(best)); paper.lineTo(x(generation + 1), y(best)); });
    const { counts } = frames[at];
    const most = Math.max(...counts);
    paper.fillStyle = `rgb(${colors.density})`;
    counts.forEach((count, penalty) => {
      if (!count) return;
      const thick = Math.max(1.5, (bottom - top) / limit * 0.8);
      paper.fillRect(base, y(penalty) - thick / 2, Math.max(1.5, bars * count / most), thick);
    });
    // The axis of the bars goes from 0 to the largest number with one penalty.
    paper.fillStyle = colors.soft;
    paper.textAlign = "left";
    paper.fillText(0, base, bottom + 16 * unit);
    paper.textAlign = "right";
    paper.fillText(most, base + bars, bottom + 16 * unit);
    if (mark === undefined) return;
    paper.strokeStyle = colors.best;
    paper.lineWidth = 2 * unit;
    paper.beginPath();
    paper.arc(base, y(mark), 5 * unit, 0, 2 * Math.PI);
    paper.stroke();
  };
  restyle();
  return { reset, draw, restyle };
}
