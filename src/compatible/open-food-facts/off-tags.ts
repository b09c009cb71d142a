import { foldText } from '../../platform/text/fold-text.ts';

/** Returns a text as a tag without its language: `Lagg's` becomes `lagg-s`. */
export function tagOf(text: string): string {
  return foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Returns a tag without its language: `en:milk` becomes `milk`. */
export const withoutLanguage = (tag: string): string => tag.replace(/^[a-z]{2}:/, '');
