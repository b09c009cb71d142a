import type { Plugin } from 'vite';

/** A component's styles are in `styles/Button.layer.css`, its class names in `Button.module.mjs`. */
const CLASS_NAMES = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;
const ALL_STYLES = '@mantine/core/styles.layer.css';
/** Styles that belong to no component. */
const GLOBAL_STYLES = ['baseline', 'default-css-variables', 'global'];

/**
 * For builds: each component imports its own styles instead of all of `@mantine/core`, so that a page loads only what
 * it uses. A component is imported after the components it is made of, so its styles follow theirs.
 */
export function splitMantineStyles(): Plugin {
  return {
    name: 'split-mantine-styles',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === ALL_STYLES ? `\0${ALL_STYLES}.js` : undefined),
    load: (id) => (id === `\0${ALL_STYLES}.js` ? GLOBAL_STYLES.map(importStyles).join('') : undefined),
    transform(code, id) {
      const component = CLASS_NAMES.exec(id)?.[1];
      return component === undefined ? undefined : { code: importStyles(component) + code, map: null };
    },
  };
}

function importStyles(name: string): string {
  return `import '@mantine/core/styles/${name}.layer.css';\n`;
}
