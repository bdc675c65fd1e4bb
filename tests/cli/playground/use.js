const check = (good, what) => { if (!good) wrong.push(what); };
const sleep = time => new Promise(done => setTimeout(done, time));
const [left, right] = lanes;
const ended = async () => {
  for (let wait = 0; wait < 2400 && !lanes.every(({ run }) => run.ended || run.error); wait++) await sleep(25);
};
const input = (box, value) => { box.value = value; box.dispatchEvent(new Event('input', { bubbles: true })); };
const controls = left.part('form').elements;
const rows = () => element('runs').tBodies[0].rows;
const until = async (good, what) => {
  for (let wait = 0; wait < 1200 && !good(); wait++) await sleep(25);
  check(good(), what);
};
const drawn = row => [...document.querySelectorAll(`#genomes [data-row=${row}]`)];
const symbols = row => drawn(row).map(cell => cell.dataset.symbol).join(' ');
const looks = row => drawn(row).map(cell => ['a', 'b', 'new'].find(look => cell.classList.contains(look))).join(' ');
const choose = (name, value) => document.querySelector(`[name=${name}][value="${value}"]`).click();
const text = selector => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
const sum = numbers => numbers.reduce((a, b) => a + b, 0);
// Compares the pictures of the first offspring of a generation with what the library recorded.
const comparePictures = async ({ generation, shown }, what) => {
  goTo(generation);
  choose('lane', 0);
  choose('step', 3);
  await until(() => left.run.matings.get(generation), 'no matings: ' + what);
  const { matings } = left.run.matings.get(generation);
  const made = matings.flatMap(({ offspring }) => offspring.map(({ fitness }) => penaltyOf(fitness)));
  const { counts } = left.run.frames[generation];
  // The elite is not bred.
  check(sum(made) <= sum(counts.map((count, penalty) => count * penalty)) && made.length === sum(counts) - 1, 'other offspring: ' + what);
  check(made.every(penalty => counts[penalty] > 0), 'offspring with a penalty that no individual has: ' + what);
  for (const [at, offspring] of shown.entries()) {
    const picture = what + ', offspring ' + (at + 1);
    check(element('number').value.startsWith(`${at + 1} of `), 'another offspring: ' + picture + ': ' + element('number').value);
    for (const row of ['a', 'b', 'crossed', 'child']) check(symbols(row) === offspring[row], `other genes of ${row}: ${picture}`);
    check(looks('crossed') === offspring.crossedLooks && looks('child') === offspring.childLooks, 'other origins: ' + picture);
    check(text('#story .chip').join(' ') === offspring.contestants, 'other contestants: ' + picture);
    check(text('#cards h3').join() === ['Parent A', 'Parent B', 'Child'].map((name, card) => `${name}: penalty ${offspring.penalties[card]}`).join(), 'other penalties: ' + picture);
    // What is drawn on both sides of a cut are the genes of two parents.
    const [cut] = drawn('crossed').flatMap((cell, position) => cell.classList.contains('split') ? [position] : []);
    const [own, other] = at % 2 ? ['b', 'a'] : ['a', 'b'];
    if (/one-point/.test(left.run.sweep) && cut !== undefined) {
      const [mine, others] = [own, other].map(row => drawn(row).map(cell => cell.dataset.symbol));
      check(symbols('crossed') === [...mine.slice(0, cut), ...others.slice(cut)].join(' '), 'the cut is elsewhere: ' + picture);
      check(text('#story li')[1].includes(`cuts behind gene ${cut}:`), 'the cut is told otherwise: ' + picture);
    }
    element('next').click();
  }
};
const compareRows = ({ sweep, trial, convergence, solution }, what) => {
  const { rows: written, error } = left.run;
  check(left.part('pre').textContent === sweep, `another sweep file: ${what}: ${left.part('pre').textContent}`);
  check(!error && written.trial === trial && written.convergence === convergence && written.solution === solution, `other rows: ${what}: ${error}${written.trial}`);
};
const useOperators = async () => {
  element('seed').value = 1;
  input(right.part('form').elements.generations, 100);
  for (const [control, value, expected] of OPERATORS) {
    left.settings.write(PRESETS[0][1]);
    input(controls.generations, 100);
    input(controls[control], value);
    left.part('form button').click();
    await ended();
    compareRows(expected, value);
    await comparePictures(expected.offspring, value);
    check(controls.tournament.closest('label').hidden === (control === 'selection'), 'a control without effect is shown, or another is not: ' + value);
  }
};
const useAddress = async () => {
  left.settings.write(PRESETS[0][1]);
  element('scramble').value = SCRAMBLE;
  element('scramble').dispatchEvent(new Event('change'));
  await ended();
  compareRows(SCRAMBLED, 'a scramble');
  check(left.viewer.end() === left.run.rows.solution.trim().split(',')[7] && /^[^,]*,1/.test(left.run.rows.trial.split(',').slice(6).join()), 'the scramble is not solved');
  await comparePictures(SCRAMBLED.offspring, 'a scramble');
  for (const [name, value] of Object.entries({ population: 40, generations: 200, crossover: 'two-point', mutation: 'swap', 'mutation-rate': 0.35 })) input(controls[name], value);
  controls.conjugates.click();
  left.part('form button').click();
  await ended();
  goTo(11);
  choose('step', 2);
  await until(() => left.run.matings.get(11), 'no matings');
  for (let click = 0; click < 4; click++) element('next').click();
  const [link, before, picture] = [address(), left.run, element('offspring').innerHTML];
  check(/^#left=no-conjugates,crossover:two-point,mutation:swap,population:40,/.test(link) && link.includes('generation=11&offspring=left:5:3'), 'another address: ' + link);
  check(!location.hash || location.hash === link, 'the address is not that of the demonstration: ' + location.hash);
  open('#left=paper&seed=8');
  await until(() => left.run.frames.length > 3, 'another demonstration does not run');
  open(link);
  await until(() => left.run.seconds && left.run.matings.get(11), 'the demonstration does not run');
  for (const kind of ['trial', 'convergence', 'solution']) check(left.run.rows[kind] === before.rows[kind], `the link leads to other rows of ${kind}`);
  check(left.run.sweep === before.sweep && left.run.frames.every(({ mean, best }, at) => before.frames[at].mean === mean && before.frames[at].best === best), 'the link leads to another run');
  check(position === 11 && !playing && element('offspring').innerHTML === picture, 'the link leads to another picture');
  check(address() === link && element('notice').hidden, 'the link changes: ' + address());
  open('#left=nothing,population:7,sped:1&right=paper,crossover:red&speed=3&color=red&generation=x&offspring=middle:1&seed=-1&letters=small');
  for (const part of ['nothing', 'population:7', 'sped:1', 'crossover:red', 'speed=3', 'color=red', 'generation=x', 'offspring=middle:1', 'seed=-1', 'letters=small']) {
    check(element('notice').textContent.includes(`“${part}”`), 'not told: ' + part);
  }
  check(!element('notice').hidden && seed() === 3, 'a bad address says nothing');
  open('');
  check(element('notice').hidden && address() === '#left=always-solve&right=one-orientation&seed=3&speed=50', 'another page without an address: ' + address());
};
// Follows the lesson of the guide: its addresses, the sentences that it quotes, and the evaluations of its comparison.
const useLesson = async () => {
  for (const words of LESSON.addresses) {
    open(words);
    const parts = address().split(/[#&]/);
    check(element('notice').hidden && words.slice(1).split('&').every(part => parts.includes(part)), 'an address of the lesson is another one: ' + words + ': ' + address());
    const isRead = () => text('#story li').join(' ').replace(/\s+/g, ' ');
    if (words.includes('offspring')) {
      await until(() => left.run.matings.get(Math.floor(position)) && !element('picture').hidden, 'the offspring of the lesson are not there');
      for (let step = 0; step < 3; step++) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }));
      for (const sentence of LESSON.sentences) check(isRead().includes(sentence), 'the page does not say: ' + sentence + ': ' + isRead());
    }
    if (words.includes('no-crossover')) {
      await until(() => lanes.every(({ run }) => run.seconds), 'the comparison of the lesson does not run');
      const evaluations = lanes.map(({ run }) => (+run.rows.trial.split(',')[13]).toLocaleString('en-US'));
      check(LESSON.text.includes(`after ${evaluations[0]} evaluations, the right one after ${evaluations[1]}`), 'the lesson has other evaluations: ' + evaluations);
    }
  }
};
const useKeys = async () => {
  const type = (key, place = document.body) => place.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  await until(() => left.run.frames.length > 20, 'it does not run');
  goTo(0);
  check(!type(' ') && playing, 'space does not play');
  type(' ');
  check(!playing && element('toggle').textContent === 'play', 'space does not pause');
  goTo(4);
  type('ArrowRight');
  check(position === 5 && !playing, 'an arrow does not make a generation');
  type('ArrowLeft');
  check(position === 4, 'an arrow does not go back');
  await until(() => left.run.matings.get(4), 'no matings');
  choose('lane', 0);
  type('ArrowDown');
  check(element('number').value === '2 of 99', 'an arrow does not make an offspring: ' + element('number').value);
  type('ArrowUp');
  type('ArrowUp');
  await until(() => position === 3 && element('number').value === '99 of 99', 'no offspring of the generation before');
  type('ArrowDown');
  await until(() => position === 4 && element('number').value === '1 of 99', 'no offspring of the generation behind');
  choose('step', 0);
  const hidden = () => document.querySelectorAll('#genomes .gene.later').length;
  check(hidden() === 60 && text('#cards .later h3').length === 1, 'the first step shows more than the parents');
  type('s');
  check(hidden() === 30, 'the second step does not show the crossover');
  for (let step = 0; step < 2; step++) type('s');
  type(' ');
  check(playing && !element('picture').hidden && element('number').value === '–', 'the picture jumps while the page plays');
  goTo(4);
  check(hidden() === 0 && !document.querySelector('#cards .later') && element('number').value === '1 of 99', 'the last step is not whole');
  type('s');
  check(element('number').value === '2 of 99' && hidden() === 60, 'the next offspring does not begin');
  choose('step', 3);
  element('previous').click();
  element('fittest').click();
  const best = Math.min(...left.run.matings.get(4).matings.flatMap(({ offspring }) => offspring.map(({ fitness }) => fitness)));
  check(text('#cards h3')[2] === `Child: penalty ${penaltyOf(best)}`, 'the fittest is another one');
  choose('lane', 1);
  await until(() => right.run.matings.get(4) && /^\d+ of 99$/.test(element('number').value), 'the right population has no offspring');
  check(symbols('a') === right.run.matings.get(4).matings[0].parents[0].genes.map(gene => right.run.symbols[gene][0]).join(' '), 'the right population has others');
  choose('lane', 0);
  drawn('child')[6].dispatchEvent(new Event('pointerover', { bubbles: true }));
  check(element('gene').textContent.startsWith('After mutation, gene 7, '), 'a gene is not told: ' + element('gene').textContent);
  goTo(0);
  check(element('picture').hidden && /generation 0 are random/.test(element('told').textContent), 'the first generation has parents');
  const height = left.part('canvas').clientHeight;
  type('l');
  check(left.part('canvas').clientHeight > 1.1 * height && (innerWidth < 600 || left.part('canvas').clientHeight > 1.4 * height) && element('letters').ariaPressed === 'true' && /letters=large/.test(address()), 'letters are not large');
  check(document.documentElement.scrollWidth <= innerWidth, 'large letters are wider than the screen');
  element('letters').click();
  check(left.part('canvas').clientHeight === height, 'letters stay large');
  let isFull = false;
  document.documentElement.requestFullscreen = async () => { isFull = true; };
  if (document.fullscreenEnabled) type('f'); else actions.f();
  check(isFull && element('full').hidden !== document.fullscreenEnabled, 'the screen is not full');
  check(type(' ', element('scramble')) && type('ArrowDown', element('position')) && type('s', left.part('select')), 'a control does not have its own keys');
  let link = '';
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: async words => { link = words; } }, configurable: true });
  element('link').click();
  await sleep(50);
  check(link.endsWith(address()) && element('link').textContent === 'Link copied', 'another link: ' + link);
};
(async () => {
  check(/^#left=always-solve&right=one-orientation&seed=3&speed=50$/.test(address()), 'another address: ' + address());
  const canvas = right.part('canvas').getBoundingClientRect();
  const screen = innerWidth < 600 ? left.part('canvas').getBoundingClientRect() : canvas;
  check(screen.top > 0 && screen.bottom < 800, `the charts are not on the first screen: ${screen.top} to ${screen.bottom}`);
  input(element('speed'), 8);
  check(element('pace').value === 'at once', 'the highest speed is not that of the computation');
  await ended();
  check(left.run.rows.trial.split(',')[7] === '1', 'the first configuration does not solve the first cube');
  check(left.run.state === right.run.state, 'the populations have different cubes');
  element('seed').value = 1;
  for (const [at, { sweep, trial, convergence, solution, offspring }] of EXPECTED.entries()) {
    const before = rows().length;
    left.part('select').selectedIndex = at;
    left.part('select').dispatchEvent(new Event('change'));
    check(left.part('select').selectedIndex === at && / of 100 /.test(left.part('.evidence').textContent), 'another preset is shown');
    await ended();
    const { rows: written, frames, error } = left.run;
    check(!error && left.part('.error').hidden, 'an error: ' + error);
    compareRows({ sweep, trial, convergence, solution }, PRESETS[at][0]);
    const [, , , , , , best, solved, , , restarts, generations, made, evaluations, moves] = trial.trim().split(',');
    const last = frames[frames.length - 1];
    check(frames.length === +generations + 1 && last.generation === +generations, 'generations are missing');
    check(last.best === +best && last.offspring === +made && last.evaluations === +evaluations && last.restarts === +restarts, 'the last generation differs from its row');
    for (const row of convergence.trim().split('\n')) {
      const [, generation, evaluated, lowest, highest, mean] = row.split(',').map(Number);
      const { counts, ...frame } = frames[generation];
      const low = counts.findIndex(count => count > 0);
      check(low === lowest && counts.length - 1 === highest && Math.abs(frame.mean - mean) < 1e-4 && frame.evaluations === evaluated, 'another population: ' + row);
    }
    const [, , turns, , , , , state] = solution.trim().split(',');
    check(last.moves.join(' ') === turns && left.viewer.end() === state, 'other moves: ' + last.moves.join(' '));
    const words = left.part('.outcome').textContent;
    check(words.startsWith(`Solved in ${moves} moves`) === (solved === '1'), 'solved? ' + words);
    check(words.startsWith(`Not solved: best penalty ${best}, `) === (solved === '0'), 'not solved? ' + words);
    check(words.includes(`It was found in generation ${last.since.toLocaleString('en-US')}.`) === (solved === '0'), 'found when? ' + words);
    check(frames[last.since].best === last.best && (last.since === 0 || frames[last.since - 1].best > last.best), 'found at another time');
    check(rows().length === before + 2, 'not one row for each run');
    await comparePictures(offspring, PRESETS[at][0]);
  }
  left.part('select').selectedIndex = 0;
  left.part('select').dispatchEvent(new Event('change'));
  await ended();
  const press = (place, key) => place.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const key = key => press(left.holder, key);
  key('End');
  check(press(controls.population, 'Home') && press(left.part('select'), 'Home'), 'a control does not have its own keys');
  check(/solved$/.test(left.status.textContent), 'the solution does not solve: ' + left.status.textContent);
  key('Home');
  check(/^Before the first of/.test(left.status.textContent), 'the solution does not begin');
  const before = rows().length;
  input(element('position'), 3);
  check(lanes.every(({ numbers, run }) => numbers[0].textContent === '3' && +numbers[1].textContent === run.frames[3].best), 'another generation is shown');
  element('toggle').click();
  check(element('toggle').textContent === 'pause', 'it does not play again');
  await sleep(300);
  check(position > 3 && rows().length === before, 'a replayed run is a run');
  let copied = '';
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: async text => { copied = text; } }, configurable: true });
  left.part('.copy').click();
  await sleep(50);
  check(copied === EXPECTED[0].sweep && left.part('.copied').textContent === 'Copied.', 'something else is copied');
  left.part('details').open = true;
  input(controls.population, 10);
  input(controls.generations, 100);
  check(left.part('.copied').textContent === '' && /own/.test(left.part('select').value), 'the configuration of the reader is not called so');
  check(left.part('pre').textContent.includes('population = 10\n'), 'the sweep file does not follow the slider');
  left.part('form button').click();
  await ended();
  check(left.run.frames[0].size === 10 && left.run.frames.length <= 101, 'another population is run');
  check([...rows()].some(row => /^Solves every cube; Population: 10, Generations: 100$/.test(row.cells[0].textContent)), 'the run has another name');
  const first = left.run.state;
  element('seed').value = 2000000;
  element('seed').dispatchEvent(new Event('change'));
  check(element('seed').value === '999999', 'another seed is shown than the one that runs');
  element('other').click();
  await ended();
  check(seed() === 0 && left.run.state !== first && left.run.state === right.run.state, 'the other cube is the same');
  input(controls.elitism, 10);
  left.part('form button').click();
  await ended();
  check(!left.part('.error').hidden && left.part('.error').textContent.startsWith('sweep.toml:') && !left.part('.outcome').textContent, 'a bad configuration has no error: ' + left.part('.error').textContent);
  const { width, height } = left.part('canvas');
  const drawn = left.part('canvas').getContext('2d').getImageData(0, 0, width, height).data.some(value => value);
  check(!drawn && left.part('canvas').getAttribute('aria-label') === 'Penalties of the population by generation.', 'the chart of another run stays');
  check(right.run.ended, 'the other population does not run');
  input(controls.elitism, 1);
  left.part('form button').click();
  await ended();
  check(left.part('.error').hidden && left.part('.outcome').textContent, 'the error stays');
  await useOperators();
  await useAddress();
  await useKeys();
  await useLesson();
  check(performance.getEntriesByType('resource').every(entry => entry.name.startsWith('blob:')), 'something was fetched');
  check(document.documentElement.scrollWidth <= window.innerWidth, `the page is ${document.documentElement.scrollWidth} wide on ${window.innerWidth}`);
  for (const control of document.querySelectorAll('button, input, select')) {
    const { width, height } = control.getBoundingClientRect();
    const target = control.closest('label')?.getBoundingClientRect() ?? control.getBoundingClientRect();
    if (width && !control.closest('.moves')) check(target.height >= 24 && target.width >= 24, `${control.id || control.name || control.textContent} is ${width} × ${height}`);
    check(control.textContent || control.ariaLabel || control.labels?.length, `${control.name || control.id} has no name`);
  }
  check(parseFloat(getComputedStyle(document.body).fontSize) >= 16, 'small type');
})().catch(error => wrong.push(String(error))).finally(() => {
  parent.postMessage('checked ' + window.innerWidth + ': ' + (wrong.join('; ') || 'nothing wrong'), '*');
});
