import { circle, label, line, rect, shaded, shadedRect, type Shape } from './shape.ts';

/** What food and household goods are sold in. */
export const PACK_SHAPES = {
  jar: {
    art:
      shadedRect(64, 34, 72, 20, 5, '{body}') +
      shaded('M62 58h76q10 6 10 18v84q0 12-12 12H64q-12 0-12-12V76q0-12 10-18z', '{filling}') +
      label(52, 86, 96, 64),
    words: { x: 100, y: 103, width: 88 },
  },
  bottle: {
    art:
      shadedRect(86, 20, 28, 16, 4, '{dark}') +
      shaded(
        'M88 36h24v22q0 10 10 17 12 8 12 24v67q0 10-10 10H76q-10 0-10-10V99q0-16 12-24 10-7 10-17z',
        '{filling}',
      ) +
      label(66, 100, 68, 56),
    words: { x: 100, y: 116, width: 62 },
  },
  water_bottle: {
    art:
      shadedRect(87, 20, 26, 14, 4, '{body}') +
      shaded(
        'M88 34h24v14q0 8 8 14 12 9 12 22v82q0 10-10 10H78q-10 0-10-10V84q0-13 12-22 8-6 8-14z',
        '#bfe0f2',
      ) +
      label(68, 92, 64, 54),
    words: { x: 100, y: 108, width: 58 },
  },
  squeeze_bottle: {
    art:
      shadedRect(82, 158, 36, 18, 4, '{dark}') +
      shaded('M72 28h56q8 0 8 9 0 30-2 62t-12 59H78q-10-27-12-59t-2-62q0-9 8-9z', '{body}') +
      label(68, 62, 64, 58),
    words: { x: 100, y: 78, width: 58 },
  },
  pump_bottle: {
    art:
      line('M100 52V30H74', '{dark}', 8) +
      shadedRect(84, 48, 32, 16, 4, '{dark}') +
      shaded('M76 64h48q14 4 14 20v80q0 12-12 12H74q-12 0-12-12V84q0-16 14-20z', '{body}') +
      label(62, 92, 76, 62),
    words: { x: 100, y: 109, width: 70 },
  },
  spray_bottle: {
    art:
      shaded('M74 24h46q12 0 12 12v10H96l-22-6z', '{dark}') +
      line('M82 46q-8 6-8 18', '{accent}', 6) +
      rect(94, 46, 22, 20, 2, '{dark}') +
      shaded(
        'M92 64h26q2 12 12 20 10 9 10 24v56q0 12-12 12H78q-12 0-12-12v-56q0-15 12-24 10-8 14-20z',
        '{body}',
      ) +
      label(66, 108, 74, 52),
    words: { x: 103, y: 124, width: 68 },
  },
  canister: {
    art:
      shadedRect(112, 26, 28, 18, 4, '{dark}') +
      shaded('M64 44h82q12 0 12 12v108q0 12-12 12H54q-12 0-12-12V66q0-22 22-22z', '{body}') +
      rect(58, 58, 48, 17, 8, '{dark}') +
      label(52, 88, 96, 70),
    words: { x: 100, y: 106, width: 88 },
  },
  tin: {
    art:
      shadedRect(46, 40, 108, 124, 8, '#c9ced6') +
      `<ellipse cx="100" cy="44" rx="54" ry="12" fill="#dfe3e9"/><ellipse cx="100" cy="44" rx="44" ry="8" fill="#c3c9d2"/>` +
      shaded('M46 58q54 18 108 0v90q-54 18-108 0z', '{body}') +
      `<path d="M46 82q54 18 108 0v46q-54 18-108 0z" fill="{label}"/><path d="M46 120q54 18 108 0v9q-54 18-108 0z" fill="{accent}"/>`,
    words: { x: 100, y: 101, width: 96, lines: 2 },
    foot: 166,
  },
  flat_tin: {
    art:
      shadedRect(26, 64, 148, 76, 22, '#c9ced6') +
      shadedRect(34, 70, 132, 64, 17, '{body}') +
      `<ellipse cx="148" cy="102" rx="9" ry="14" fill="none" stroke="#e7ebf0" stroke-width="4"/>` +
      label(46, 80, 86, 44),
    words: { x: 89, y: 95, width: 80, lines: 1 },
    foot: 140,
  },
  drink_can: {
    art:
      shaded('M72 30h56l10 14v112l-10 16H72l-10-16V44z', '{body}') +
      `<ellipse cx="100" cy="31" rx="28" ry="5" fill="#dfe3e9"/>` +
      `<path d="M62 132l76-52v40l-76 48z" fill="{accent}" opacity=".85"/>` +
      rect(66, 72, 68, 48, 24, '{label}'),
    words: { x: 100, y: 90, width: 58 },
  },
  carton: {
    art:
      shaded('M66 58l12-24h44l12 24z', '{dark}') +
      rect(76, 24, 48, 12, 2, '{body}') +
      circle(110, 48, 8, '{accent}') +
      shadedRect(62, 58, 76, 118, 3, '{body}') +
      `<path d="M62 176v-30q20-18 38-6t38-10v46z" fill="{accent}"/>` +
      rect(68, 70, 64, 58, 6, '{label}'),
    words: { x: 100, y: 86, width: 60 },
  },
  box: {
    art:
      shaded('M48 40l12-14h96l-8 14z', '{dark}') +
      shaded('M148 40l8-14v134l-8 16z', '{dark}') +
      shadedRect(48, 40, 100, 136, 2, '{body}') +
      circle(98, 142, 27, '{accent}') +
      circle(98, 142, 19, '{filling}') +
      rect(56, 52, 84, 56, 5, '{label}'),
    words: { x: 98, y: 69, width: 78 },
  },
  small_box: {
    art:
      shaded('M30 74l14-14h126l-12 14z', '{dark}') +
      shaded('M158 74l12-14v70l-12 16z', '{dark}') +
      shadedRect(30, 74, 128, 72, 2, '{body}') +
      rect(30, 130, 128, 16, 0, '{accent}') +
      rect(40, 82, 108, 42, 4, '{label}'),
    words: { x: 94, y: 96, width: 100 },
    foot: 146,
  },
  bag: {
    art:
      shaded('M56 30h88l4 10q8 66 0 126l4 10H48l4-10q-8-60 0-126z', '{body}') +
      `<path d="M54 40h92M52 166h96" stroke="#fff" stroke-opacity=".4" stroke-width="2" stroke-dasharray="3 3"/>` +
      `<path d="M49 146q30-26 52-10t50-8q0 20-2 34H52z" fill="{accent}"/>` +
      rect(60, 60, 80, 64, 8, '{label}'),
    words: { x: 100, y: 78, width: 74 },
  },
  paper_bag: {
    art:
      shaded('M60 36h80l-4 14 8 12v104q0 10-10 10H66q-10 0-10-10V62l8-12z', '{label}') +
      `<path d="M64 50h72" stroke="{dark}" stroke-opacity=".4" stroke-width="3"/>` +
      rect(56, 72, 88, 74, 0, '{body}') +
      rect(56, 138, 88, 8, 0, '{accent}'),
    words: { x: 100, y: 92, width: 80, isOnBody: true },
  },
  bread: {
    art:
      `<path d="M28 92q0-34 34-34h82q34 0 34 30 0 14-10 20v34q0 12-12 12H44q-12 0-12-12v-30q-4-8-4-20z" fill="#c98a4b"/>` +
      `<path d="M40 92q0-22 24-22h78q24 0 24 18 0 10-8 16v34H42v-32q-2-6-2-14z" fill="#efcf9f"/>` +
      shadedRect(64, 56, 72, 98, 0, '{body}') +
      rect(70, 76, 60, 52, 5, '{label}'),
    words: { x: 100, y: 92, width: 56 },
    foot: 156,
  },
  cup: {
    art:
      shaded('M54 68h92l-12 96q-1 10-11 10H77q-10 0-11-10z', '{label}') +
      shadedRect(48, 54, 104, 16, 6, '{body}') +
      `<path d="M65 150q22-22 40-8t30-4l-4 28q-1 8-9 8H77q-9 0-10-8z" fill="{accent}"/>` +
      circle(82, 152, 9, '{filling}') +
      circle(104, 158, 7, '{filling}'),
    words: { x: 100, y: 92, width: 76 },
  },
  tub: {
    art:
      shaded('M40 80h120l-10 78q-1 10-12 10H62q-11 0-12-10z', '{body}') +
      shadedRect(34, 62, 132, 20, 8, '{dark}') +
      `<path d="M43 98h114l-5 40H48z" fill="{label}"/><path d="M48 138h104l-1 8H49z" fill="{accent}"/>`,
    words: { x: 100, y: 115, width: 96, lines: 1 },
    foot: 168,
  },
  tray: {
    art:
      shadedRect(30, 52, 140, 100, 14, '{dark}') +
      rect(40, 62, 120, 80, 9, '#f2e9e4') +
      `<path d="M48 128q12-54 42-42t34-14 30 14v44q0 6-8 6H56q-8 0-8-8z" fill="{filling}"/>` +
      rect(30, 76, 96, 50, 0, '{body}') +
      rect(30, 118, 96, 8, 0, '{accent}'),
    words: { x: 78, y: 92, width: 88, isOnBody: true },
    foot: 152,
  },
  wedge: {
    art:
      `<path d="M26 136L150 62q22 22 24 56v18z" fill="#f4c95a"/><path d="M26 136h148v30H26z" fill="#dfa93c"/>` +
      circle(120, 110, 9, '#dfa93c') +
      circle(148, 94, 6, '#dfa93c') +
      circle(92, 152, 6, '#c8922c') +
      shaded('M64 113l54-32v85H64z', '{body}') +
      rect(66, 122, 50, 34, 4, '{label}'),
    words: { x: 91, y: 141, width: 46, lines: 0 },
    foot: 166,
  },
  block: {
    art:
      shaded('M30 84l20-18h124l-16 18z', '{dark}') +
      shaded('M158 84l16-18v56l-16 20z', '{dark}') +
      shadedRect(30, 84, 128, 58, 3, '{label}') +
      rect(30, 84, 24, 58, 3, '{body}') +
      rect(134, 84, 24, 58, 3, '{body}') +
      rect(54, 134, 80, 8, 0, '{accent}'),
    words: { x: 94, y: 99, width: 74 },
    foot: 142,
  },
  bar: {
    art:
      shaded('M22 74l8 5 8-5h124l8 5 8-5v58l-8-5-8 5H38l-8-5-8 5z', '{body}') +
      `<path d="M38 118q40-20 70-4t54-12v30H38z" fill="{accent}"/>` +
      rect(54, 80, 92, 38, 6, '{label}'),
    words: { x: 100, y: 97, width: 86, lines: 1 },
    foot: 134,
  },
  eggs: {
    art:
      [52, 84, 116, 148]
        .map(
          (x) =>
            `<ellipse cx="${x}" cy="92" rx="15" ry="22" fill="#f0d3ae"/><ellipse cx="${x - 4}" cy="84" rx="4" ry="7" fill="#fff" opacity=".5"/>`,
        )
        .join('') +
      shaded(
        'M28 96q8 10 16 0 8 10 16 0 8 10 16 0 8 10 16 0 8 10 16 0 8 10 16 0 8 10 16 0 8 10 16 0 8 10 16 0l-6 46q-1 8-9 8H43q-8 0-9-8z',
        '{body}',
      ) +
      rect(56, 108, 88, 32, 5, '{label}'),
    words: { x: 100, y: 121, width: 82, lines: 1 },
    foot: 150,
  },
  pizza: {
    art:
      shadedRect(34, 34, 132, 132, 4, '{body}') +
      circle(100, 116, 44, '#e2a75a') +
      circle(100, 116, 37, '#f3d27a') +
      [
        [84, 104],
        [116, 108],
        [92, 132],
        [118, 132],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 8, '{filling}'))
        .join('') +
      rect(44, 42, 112, 32, 4, '{label}'),
    words: { x: 100, y: 55, width: 106, lines: 1 },
    foot: 166,
  },
  tube: {
    art:
      shadedRect(82, 156, 36, 18, 4, '{dark}') +
      shaded('M60 24h80l-8 120-10 14H78l-10-14z', '{body}') +
      rect(58, 22, 84, 10, 2, '{accent}') +
      `<path d="M65 52h70l-4 68H69z" fill="{label}"/>`,
    words: { x: 100, y: 74, width: 62 },
  },
  pouch: {
    art:
      shadedRect(118, 20, 20, 16, 4, '{dark}') +
      shaded('M58 34h84q2 0 2 4 10 66 8 126 0 12-14 12H62q-14 0-14-12-2-60 8-126 0-4 2-4z', '{body}') +
      `<path d="M49 150q30-22 52-8t51-8q1 14 0 30 0 12-14 12H62q-14 0-14-12z" fill="{accent}"/>` +
      rect(62, 66, 76, 62, 10, '{label}'),
    words: { x: 100, y: 84, width: 70 },
  },
  rolls: {
    art:
      [
        [68, 72],
        [132, 72],
        [68, 132],
        [132, 132],
      ]
        .map(
          ([x = 0, y = 0]) =>
            circle(x, y, 32, '#f5f5f2') + circle(x, y, 31, '{shade}') + circle(x, y, 9, '#c9c3b8'),
        )
        .join('') +
      rect(36, 80, 128, 46, 6, '{body}') +
      rect(36, 118, 128, 8, 0, '{accent}'),
    words: { x: 100, y: 97, width: 118, isOnBody: true, lines: 1 },
    foot: 164,
  },
  candle: {
    art:
      `<path d="M100 30q12 16 0 26-12-10 0-26z" fill="#ffb53c"/>` +
      line('M100 54v14', '#55504a', 3) +
      shadedRect(56, 66, 88, 106, 10, '{body}') +
      rect(62, 66, 76, 10, 5, '#f7efdc') +
      label(66, 96, 68, 52),
    words: { x: 100, y: 111, width: 62 },
  },
  bulb: {
    art:
      `<path d="M100 26q46 0 46 44 0 22-16 38-8 8-8 22H78q0-14-8-22-16-16-16-38 0-44 46-44z" fill="#fff1c2"/>` +
      `<path d="M100 26q46 0 46 44 0 22-16 38-8 8-8 22H78q0-14-8-22-16-16-16-38 0-44 46-44z" fill="{shade}"/>` +
      line('M84 78l8 10 8-10 8 10 8-10', '#f0a53a', 3) +
      shadedRect(78, 130, 44, 38, 6, '{body}') +
      line('M78 142h44M78 154h44', '{dark}', 3),
    words: { x: 100, y: 186, width: 120, lines: 0 },
  },
} as const satisfies Readonly<Record<string, Shape>>;
