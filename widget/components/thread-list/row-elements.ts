/** The rows of a list, from first to last. */
export const rowsOf = (box: Element | null): readonly HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('.thread-row') ?? []),
]

export const findRow = (box: Element | null, id: string): HTMLElement | undefined =>
  rowsOf(box).find((row) => row.dataset['threadId'] === id)

/** Gives a row the focus: its name, which opens it. */
export function focusRow(row: Element | undefined): void {
  row?.querySelector<HTMLElement>('.thread-open')?.focus()
}

/** The row around an element. */
export const rowIdOf = (element: Element): string | null =>
  element.closest<HTMLElement>('.thread-row')?.dataset['threadId'] ?? null
