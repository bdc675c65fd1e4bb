// Geometry of cubes. Facelets are in the order U R F D L B, each face in rows as it is seen in the net.
const FACES = "URFDLB";
// Normal, direction of the columns, direction of the rows; x to the right, y up, z to the viewer.
const AXES = [
  [[0, 1, 0], [1, 0, 0], [0, 0, 1]], [[1, 0, 0], [0, 0, -1], [0, -1, 0]], [[0, 0, 1], [1, 0, 0], [0, -1, 0]],
  [[0, -1, 0], [1, 0, 0], [0, 0, -1]], [[-1, 0, 0], [0, 0, 1], [0, -1, 0]], [[0, 0, -1], [-1, 0, 0], [0, -1, 0]],
];
// Rows and columns of the faces in the net.
const NET = [[0, 1], [1, 2], [1, 1], [2, 1], [1, 0], [1, 3]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
// The middles of all facelets, in half facelets from the middle of the cube.
function facelets(size) {
  const places = [];
  for (const [normal, right, down] of AXES) {
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        const along = axis => size * normal[axis] + (2 * column - size + 1) * right[axis] + (2 * row - size + 1) * down[axis];
        places.push([along(0), along(1), along(2)]);
      }
    }
  }
  return places;
}
// Where each facelet goes in a clockwise quarter turn of a face.
function quarterTurns(size) {
  const places = facelets(size);
  const index = new Map(places.map((place, at) => [place.join(), at]));
  return AXES.map(([normal]) => places.map((place, at) => {
    const height = dot(place, normal);
    if (height < size - 1) return at;
    const turned = cross(place, normal);
    return index.get([0, 1, 2].map(axis => turned[axis] + height * normal[axis] + 0).join());
  }));
}
// A cube in three dimensions, of facelets that are placed by the browser. A turn moves the facelets of a layer along an arc,
// and then all are painted in the colors after it. Dragging turns the whole cube.
const CUBE = 150;
const still = matchMedia("(prefers-reduced-motion: reduce)");
function solidCube(size) {
  const unit = CUBE / size;
  const box = (name, parent) => {
    const element = document.createElement("div");
    element.className = name;
    parent?.append(element);
    return element;
  };
  const scene = box("scene");
  scene.setAttribute("aria-hidden", "true");
  const whole = box("whole", scene);
  const layer = box("layer", whole);
  // In the browser's directions y runs downward.
  const matrix = ([normal, right, down], [x, y, z]) =>
    `matrix3d(${[right, down, normal].map(([x, y, z]) => `${x},${-y},${z},0`).join()},${x},${-y},${z},1)`;
  const middles = facelets(size);
  const stickers = middles.map((place, at) => {
    const sticker = box("sticker", whole);
    sticker.style.cssText = `width:${unit}px;height:${unit}px;margin:${-unit / 2}px;transform:${matrix(AXES[Math.floor(at / size / size)], place.map(half => half * unit / 2))}`;
    return sticker;
  });
  // The two sides of the cut between a turning layer and the others.
  const sides = [box("cut", layer), box("cut", whole)];
  for (const side of sides) side.style.cssText = `width:${CUBE}px;height:${CUBE}px;margin:${-CUBE / 2}px;display:none`;
  let turning = null;
  const paint = state => [...state].forEach((face, at) => { stickers[at].dataset.face = face; });
  const settle = () => {
    turning?.cancel();
    turning = null;
    whole.append(...stickers);
    sides.forEach(side => { side.style.display = "none"; });
  };
  const show = (state, move) => {
    settle();
    if (!move || still.matches || !layer.animate) return paint(state);
    const axes = AXES[FACES.indexOf(move[0])];
    const [normal] = axes;
    layer.append(...stickers.filter((_, at) => dot(middles[at], normal) > size - 1.5));
    const cut = normal.map(axis => axis * (CUBE / 2 - unit));
    sides.forEach(side => { side.style.transform = matrix(axes, cut); side.style.display = ""; });
    const angle = move[1] === "2" ? 180 : move[1] === "'" ? -90 : 90;
    const end = `rotate3d(${normal[0]},${-normal[1]},${normal[2]},${angle}deg)`;
    turning = layer.animate([{ transform: "none" }, { transform: end }], { duration: angle === 180 ? 380 : 280, easing: "ease-in-out" });
    turning.onfinish = () => { settle(); paint(state); };
  };
  let [across, up] = [-33, -27];
  const look = () => { whole.style.transform = `rotateX(${up}deg) rotateY(${across}deg)`; };
  scene.addEventListener("pointerdown", event => { scene.setPointerCapture(event.pointerId); });
  scene.addEventListener("pointermove", event => {
    if (!scene.hasPointerCapture(event.pointerId)) return;
    across += event.movementX / 2;
    up = Math.max(-90, Math.min(90, up - event.movementY / 2));
    look();
  });
  scene.addEventListener("dblclick", () => { [across, up] = [-33, -27]; look(); });
  look();
  return { scene, show };
}
