/** Sums the decisions of all operators for each of these days. */
export function sumByDay(
  decisions: { day: string; approved: number; rejected: number }[],
  days: string[],
): { day: string; Approved: number; Rejected: number }[] {
  return days.map((day) => {
    const ofDay = decisions.filter((item) => item.day === day);
    return {
      day,
      Approved: ofDay.reduce((sum, item) => sum + item.approved, 0),
      Rejected: ofDay.reduce((sum, item) => sum + item.rejected, 0),
    };
  });
}
