/** Formats rows as lines of aligned columns, for a terminal. */
export function formatTable(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats a time to the minute, in UTC. */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')}Z`;
}
