import type { CategoryNode } from '../../catalog/categories/category-contract.ts';
import { CategoryLinks } from '../categories/category-links.tsx';
import { listFilled } from '../categories/find-trail.ts';
import type { Texts } from '../texts/texts.ts';
import { searchAddress, withoutFilters, type SearchQuestion } from './search-question.ts';

const MOST_WORDS = 5;
const CATEGORIES = 6;

/** Suggestions for a reader whose search found nothing. */
export function NothingFound({
  question,
  tree,
  texts,
}: {
  question: SearchQuestion;
  tree: readonly CategoryNode[];
  texts: Texts;
}) {
  const { t } = texts;
  const plain = withoutFilters(question);
  const [text = ''] = question['q'] ?? [];
  const words = [...new Set(text.split(/\s+/))].slice(0, MOST_WORDS);
  const hasFilters = searchAddress(plain) !== searchAddress(question);
  return (
    <div class="card nothing">
      <span class="icon icon-basket" />
      <h2>{t('search.nothing.title')}</h2>
      <p>{t('search.nothing.text')}</p>
      {hasFilters && (
        <p>
          <a href={searchAddress(plain)}>{t('search.nothing.withoutFilters')}</a>
        </p>
      )}
      {words.length > 1 && (
        <p>
          {t('search.nothing.words')}{' '}
          {words.map((word) => (
            <a key={word} class="word" href={searchAddress({ q: [word] })}>
              <bdi>{word}</bdi>
            </a>
          ))}
        </p>
      )}
      <p class="buttons">
        <a class="button" href="/contribute">
          {t('search.nothing.add')}
        </a>
        <a class="button plain" href="/scan">
          {t('layout.scan')}
        </a>
      </p>
      <CategoryLinks
        nodes={listFilled(tree.flatMap(({ children }) => children)).slice(0, CATEGORIES)}
        hasIcons
        texts={texts}
      />
    </div>
  );
}
