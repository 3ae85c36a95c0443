/** A transition table of the product, with samples that walk through all of it. */
export interface StateTable {
  readonly title: string
  /** The file that holds the table. */
  readonly file: string
  readonly states: readonly string[]
  /** The state that nothing leads back to, if there is one. */
  readonly start?: string
  /** The state in which nothing happens any more, if there is one. */
  readonly end?: string
  /** In words; a kind of event that goes different ways has a line for each. */
  readonly events: readonly string[]
  /** States in which nothing runs, or a person is asked; each with who goes on. */
  readonly rests: Readonly<Record<string, string>>
  /** Of each other state the event that comes by itself, whatever others do. */
  readonly ends: Readonly<Record<string, StateEnd>>
  /** Asks the table for the effect of an event in a state; `null` if there is none. */
  readonly ask: (state: string, event: string) => Answer | null
}

export interface StateEnd {
  readonly event: string
  /** The constants of the code, by their names, that make it come. */
  readonly limits: Readonly<Record<string, number | readonly number[]>>
  /** The title of a test of that end. */
  readonly test: string
}

/** States that are no rest, and from which the events that come by themselves lead to none. */
export function findOpenStates({ states, end, rests, ends, ask }: StateTable): readonly string[] {
  const isRest = (state: string) => state === end || Object.hasOwn(rests, state)
  const leadsToRest = (state: string): boolean => {
    const seen = new Set<string>()
    for (let at: string | undefined = state; at !== undefined && !seen.has(at);) {
      if (isRest(at)) return true
      seen.add(at)
      const by: StateEnd | undefined = ends[at]
      at = by && ask(at, by.event)?.next
    }
    return false
  }
  return states.filter((state) => !leadsToRest(state))
}

export interface Answer {
  readonly next: string
  readonly effects: readonly string[]
}

/** As a section of the page. */
export function drawTable({ title, file, states, events, ask }: StateTable): string {
  const rows = states.flatMap((state) =>
    events.flatMap((event) => {
      const answer = ask(state, event)
      if (!answer) return []
      const effects = answer.effects.length === 0 ? '–' : answer.effects.join(', ')
      return [[state, event, answer.next === state ? '(stays)' : answer.next, effects]]
    }),
  )
  return [
    `## ${title}`,
    '',
    `\`${file}\``,
    '',
    ...formatRows([['State', 'Event', 'Next', 'Effects'], ...rows]),
    '',
  ].join('\n')
}

/** As the formatter of the repository writes tables. */
function formatRows(rows: readonly (readonly string[])[]): readonly string[] {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (cells: readonly string[], fill: string) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!, fill)).join(' | ')} |`
  return [
    line(head, ' '),
    line(
      head.map(() => ''),
      '-',
    ),
    ...rows.slice(1).map((row) => line(row, ' ')),
  ]
}
