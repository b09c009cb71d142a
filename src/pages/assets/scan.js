// Reads barcodes with the camera or from a picture, and opens the address that the form would open. Without this
// script people type the code.
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'data_matrix', 'qr_code'];
/** The pause between two readings of the video, so that phones stay cool. */
const PAUSE_MS = 100;

const scanner = document.querySelector('#scanner');
const film = document.querySelector('#film');
const message = document.querySelector('#scan-status');
const start = document.querySelector('#start');
const stop = document.querySelector('#stop');
const picture = document.querySelector('#picture');

/** The camera's stream while it runs. */
let stream;
/** Counts starts, so that readings of an earlier start are dropped. */
let turn = 0;
let loading;

/** Loaded on first use, because it is larger than everything else. */
function loadDetector() {
  loading ??= import('./ponyfill.js').then(({ BarcodeDetector, prepareZXingModule }) => {
    const wasm = new URL('zxing_reader.wasm', import.meta.url).href;
    prepareZXingModule({ overrides: { locateFile: () => wasm } });
    return new BarcodeDetector({ formats: FORMATS });
  });
  return loading;
}

function say(what) {
  message.textContent = scanner.dataset[what];
}

function goTo({ rawValue, format }) {
  stopCamera();
  message.textContent = `${scanner.dataset.found} ${rawValue}`;
  location.assign(`/scan?${new URLSearchParams({ data: rawValue, symbology: format })}`);
}

async function startCamera() {
  stopCamera();
  const mine = turn;
  say('looking');
  try {
    const opened = await openCamera();
    if (mine !== turn) return endTracks(opened);
    stream = opened;
    show(true);
    film.srcObject = stream;
    await film.play();
    const detector = await loadDetector();
    for (;;) {
      const [found] = await detector.detect(film);
      if (mine !== turn) return;
      if (found) return goTo(found);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  } catch (error) {
    // The camera was stopped, so an error caused by that is not a failure.
    if (mine !== turn) return;
    stopCamera();
    say(nameFailure(error));
  }
}

async function openCamera() {
  // Without HTTPS browsers give no access to cameras.
  if (!navigator.mediaDevices) throw new DOMException('no camera', 'NotFoundError');
  return navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  });
}

function nameFailure({ name }) {
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (['NotFoundError', 'OverconstrainedError', 'NotReadableError'].includes(name)) return 'absent';
  return 'failed';
}

function stopCamera() {
  turn += 1;
  if (stream) endTracks(stream);
  stream = undefined;
  film.srcObject = null;
  message.textContent = '';
  show(false);
}

function endTracks(opened) {
  for (const track of opened.getTracks()) track.stop();
}

function show(isFilming) {
  film.hidden = !isFilming;
  stop.hidden = !isFilming;
  start.hidden = isFilming;
}

async function readPicture() {
  const [file] = picture.files;
  if (!file) return;
  stopCamera();
  say('looking');
  try {
    const image = await createImageBitmap(file);
    const [found] = await (await loadDetector()).detect(image);
    if (found) goTo(found);
    else say('nothing');
  } catch {
    say('failed');
  }
}

start.addEventListener('click', () => void startCamera());
stop.addEventListener('click', stopCamera);
picture.addEventListener('change', () => void readPicture());
addEventListener('pagehide', stopCamera);
document.addEventListener('visibilitychange', () => document.hidden && stopCamera());
scanner.hidden = false;
