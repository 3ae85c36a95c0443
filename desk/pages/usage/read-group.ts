/** Values by which the figures can be split: those of `USAGE_GROUPS`, whose file has schemas too. */
export const GROUPS = ['day', 'assistant', 'model', 'language'] as const
export type Group = (typeof GROUPS)[number]

/** The group in the address; days if it names none. */
export const readGroup = ({ by }: { by?: unknown }): Group =>
  GROUPS.find((group) => group === by) ?? 'day'
