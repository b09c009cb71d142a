/** `saturated_fat_g` → `Saturated fat (g)` */
export function describeNutriment(key: string): string {
  const parts = key.split('_');
  const unit = { kj: 'kJ', ug: 'µg', pct: '% vol' }[parts.at(-1) ?? ''] ?? parts.at(-1);
  const words = parts.slice(0, -1).join(' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} (${unit})`;
}
