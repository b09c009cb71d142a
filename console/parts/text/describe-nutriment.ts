/** `saturated_fat_g` → `Saturated fat (g)` */
export function describeNutriment(key: string): string {
  return `${nameNutriment(key)} (${unitOfNutriment(key)})`;
}

/** `vitamin_d_ug` → `Vitamin D` */
export function nameNutriment(key: string): string {
  const words = key.slice(0, key.lastIndexOf('_')).replaceAll('_', ' ');
  return words.replace(/^vitamin .|^./, (letters) =>
    letters.length > 1 ? `Vitamin ${letters.at(-1)?.toUpperCase()}` : letters.toUpperCase(),
  );
}

/** `vitamin_d_ug` → `µg` */
export function unitOfNutriment(key: string): string {
  const unit = key.slice(key.lastIndexOf('_') + 1);
  return { kj: 'kJ', ug: 'µg', pct: '% vol' }[unit] ?? unit;
}
