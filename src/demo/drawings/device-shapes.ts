import { SCREEN, circle, line, rect, screen, shaded, shadedRect, type Shape } from './shape.ts';

/** Devices, drawn as they are. */
export const DEVICE_SHAPES = {
  headphones: {
    art:
      line('M52 116V98a48 48 0 0 1 96 0v18', '{dark}', 12) +
      shadedRect(36, 104, 32, 58, 14, '{body}') +
      shadedRect(132, 104, 32, 58, 14, '{body}') +
      rect(60, 108, 12, 50, 6, '{accent}') +
      rect(128, 108, 12, 50, 6, '{accent}'),
    words: { x: 100, y: 186, width: 120, lines: 0 },
    foot: 162,
  },
  earbuds: {
    art:
      `<path d="M78 48a17 17 0 1 1-20 25v34h-13V62q0-14 13-14z" fill="{label}" stroke="{dark}" stroke-width="2"/>` +
      `<path d="M122 48a17 17 0 1 0 20 25v34h13V62q0-14-13-14z" fill="{label}" stroke="{dark}" stroke-width="2"/>` +
      shadedRect(50, 100, 100, 66, 28, '{body}') +
      line('M50 126h100', '{dark}', 2) +
      circle(100, 142, 4, '{accent}'),
    words: { x: 100, y: 186, width: 120, lines: 0 },
    foot: 166,
  },
  speaker: {
    art:
      shadedRect(56, 32, 88, 138, 26, '{body}') +
      circle(100, 118, 32, '{dark}') +
      circle(100, 118, 20, SCREEN) +
      circle(100, 118, 8, '{accent}') +
      circle(100, 64, 16, '{dark}') +
      circle(100, 64, 8, SCREEN),
    words: { x: 100, y: 186, width: 120, lines: 0 },
  },
  soundbar: {
    art:
      shadedRect(18, 92, 164, 30, 12, '{body}') +
      rect(26, 98, 148, 18, 8, '{dark}') +
      circle(168, 107, 3, '{accent}') +
      rect(40, 122, 24, 6, 2, SCREEN) +
      rect(136, 122, 24, 6, 2, SCREEN),
    words: { x: 100, y: 160, width: 140, lines: 0 },
    foot: 126,
  },
  phone: {
    art: shadedRect(66, 24, 68, 148, 13, '{body}') + screen(71, 31, 58, 134) + circle(100, 39, 3, '#465064'),
    words: { x: 100, y: 188, width: 120, lines: 0 },
  },
  tablet: {
    art: shadedRect(44, 30, 112, 140, 11, '{body}') + screen(52, 38, 96, 124),
    words: { x: 100, y: 187, width: 120, lines: 0 },
  },
  reader: {
    art:
      shadedRect(48, 28, 104, 142, 9, '{body}') +
      rect(58, 38, 84, 108, 2, '#f3f0e7') +
      line('M66 54h68M66 66h68M66 78h56M66 94h68M66 106h68M66 118h40', '#8d8a80', 3) +
      circle(100, 158, 5, '{accent}'),
    words: { x: 100, y: 187, width: 120, lines: 0 },
  },
  watch: {
    art:
      shaded('M78 60l6-36h32l6 36zM78 132l6 38h32l6-38z', '{body}') +
      shadedRect(62, 54, 76, 84, 22, '{dark}') +
      screen(70, 62, 60, 68) +
      rect(137, 82, 6, 20, 3, '{dark}'),
    words: { x: 100, y: 187, width: 120, lines: 0 },
  },
  laptop: {
    art:
      shadedRect(42, 46, 116, 82, 7, '{dark}') +
      screen(49, 53, 102, 68) +
      shaded('M24 128h152l8 16q2 6-6 6H22q-8 0-6-6z', '{body}') +
      rect(84, 130, 32, 6, 3, '{dark}'),
    words: { x: 100, y: 176, width: 140, lines: 0 },
    foot: 149,
  },
  desktop: {
    art:
      shadedRect(58, 28, 84, 142, 6, '{body}') +
      rect(68, 40, 64, 8, 3, SCREEN) +
      circle(100, 104, 26, SCREEN) +
      circle(100, 104, 18, '{accent}') +
      circle(100, 104, 6, SCREEN) +
      circle(76, 154, 4, '{accent}'),
    words: { x: 100, y: 187, width: 120, lines: 0 },
  },
  screen: {
    art:
      shadedRect(20, 40, 160, 100, 6, '{dark}') +
      screen(26, 46, 148, 88) +
      shaded('M92 140h16v16h24q6 0 6 6v2H62v-2q0-6 6-6h24z', '{body}'),
    words: { x: 100, y: 184, width: 140, lines: 0 },
    foot: 164,
  },
  camera: {
    art:
      rect(58, 54, 30, 14, 4, '{dark}') +
      shadedRect(40, 64, 120, 88, 14, '{body}') +
      circle(112, 108, 32, '{dark}') +
      circle(112, 108, 22, SCREEN) +
      circle(112, 108, 11, '{accent}') +
      circle(105, 101, 4, '#fff') +
      rect(52, 76, 18, 10, 4, '{label}'),
    words: { x: 100, y: 176, width: 130, lines: 0 },
    foot: 152,
  },
  keyboard: {
    art:
      shadedRect(18, 74, 164, 66, 9, '{body}') +
      [82, 97, 112]
        .flatMap((y) =>
          [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
            rect(27 + n * 16.5, y, 14, 12, 3, n === 8 ? '{accent}' : '{label}'),
          ),
        )
        .join('') +
      rect(60, 127, 80, 8, 3, '{label}'),
    words: { x: 100, y: 168, width: 140, lines: 0 },
    foot: 140,
  },
  mouse: {
    art:
      shadedRect(68, 42, 64, 116, 32, '{body}') +
      line('M100 42v46M68 88h64', '{dark}', 2) +
      rect(95, 58, 10, 22, 5, '{accent}'),
    words: { x: 100, y: 182, width: 120, lines: 0 },
    foot: 158,
  },
  drive: {
    art:
      line('M100 50V30', SCREEN, 9) +
      shadedRect(60, 46, 80, 122, 14, '{body}') +
      rect(70, 58, 60, 68, 7, '{label}') +
      circle(100, 148, 5, '{accent}'),
    words: { x: 100, y: 84, width: 56, lines: 0 },
  },
  stick: {
    art:
      rect(78, 24, 44, 40, 3, '#c9ced6') +
      rect(86, 34, 10, 12, 1, '#8b93a0') +
      rect(104, 34, 10, 12, 1, '#8b93a0') +
      shadedRect(66, 60, 68, 110, 12, '{body}') +
      rect(74, 80, 52, 54, 6, '{label}') +
      circle(100, 152, 6, '{accent}'),
    words: { x: 100, y: 101, width: 48, lines: 0 },
  },
  router: {
    art:
      line('M50 108V46M150 108V46', '{dark}', 8) +
      shadedRect(26, 104, 148, 50, 14, '{body}') +
      [50, 66, 82].map((x) => circle(x, 130, 4, '{accent}')).join('') +
      line('M84 84q16-14 32 0M74 72q26-24 52 0', '{accent}', 5),
    words: { x: 128, y: 133, width: 66, lines: 0, isOnBody: true },
    foot: 154,
  },
  plug: {
    art:
      shadedRect(48, 48, 104, 104, 24, '{label}') +
      circle(100, 100, 36, '{body}') +
      circle(86, 100, 6, SCREEN) +
      circle(114, 100, 6, SCREEN) +
      circle(138, 62, 4, '{accent}'),
    words: { x: 100, y: 178, width: 120, lines: 0 },
    foot: 152,
  },
  charger: {
    art:
      rect(80, 26, 9, 26, 3, '#b6bdc8') +
      rect(111, 26, 9, 26, 3, '#b6bdc8') +
      shadedRect(54, 50, 92, 92, 16, '{body}') +
      rect(86, 122, 28, 10, 5, SCREEN) +
      line('M100 142v18q0 14 20 14h26', '{accent}', 6),
    words: { x: 100, y: 92, width: 78, lines: 0, isOnBody: true },
  },
  kettle: {
    art:
      line('M138 70q30 4 28 40t-30 36', '{dark}', 11) +
      shaded('M62 52h70l14 110q1 12-11 12H57q-12 0-11-12l8-64-18-24 20-6z', '{body}') +
      rect(70, 38, 54, 14, 6, '{dark}') +
      rect(88, 28, 18, 12, 5, '{accent}') +
      rect(58, 148, 76, 8, 3, '{accent}'),
    words: { x: 97, y: 110, width: 70, lines: 0, isOnBody: true },
  },
  coffee_machine: {
    art:
      shadedRect(44, 30, 112, 42, 10, '{body}') +
      shadedRect(44, 60, 40, 92, 4, '{dark}') +
      shadedRect(38, 150, 124, 22, 8, '{body}') +
      rect(106, 72, 28, 12, 3, SCREEN) +
      `<path d="M102 112h38l-4 32q-1 6-7 6h-16q-6 0-7-6z" fill="{label}"/>` +
      line('M120 88v20', '#6b4226', 4) +
      circle(140, 51, 6, '{accent}'),
    words: { x: 90, y: 54, width: 78, lines: 0, isOnBody: true },
  },
  blender: {
    art:
      rect(74, 26, 52, 12, 5, '{dark}') +
      `<path d="M66 38h68l-10 78H76z" fill="#dbe9f1"/><path d="M71 74h58l-6 42H77z" fill="{filling}"/><path d="M66 38h68l-10 78H76z" fill="{shade}"/>` +
      line('M134 50q22 2 18 26t-24 26', '#b9cbd6', 7) +
      shaded('M74 116h52l10 46q2 12-10 12H74q-12 0-10-12z', '{body}') +
      circle(100, 148, 9, '{accent}'),
    words: { x: 100, y: 190, width: 120, lines: 0 },
  },
} as const satisfies Readonly<Record<string, Shape>>;
