import type { Plugin } from 'vite';

/** The styles of one component stand in `styles/Button.layer.css`, the names of its classes in `Button.module.mjs`. */
const CLASS_NAMES = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;
const ALL_STYLES = '@mantine/core/styles.layer.css';
/** Styles that belong to no component. */
const GLOBAL_STYLES = ['baseline', 'default-css-variables', 'global'];

/**
 * For a build: in place of all styles of `@mantine/core` each component brings its own along, so that a page loads those
 * of the components on it. A component is imported after those it is made of, and so are its styles.
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
