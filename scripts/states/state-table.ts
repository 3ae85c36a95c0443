/** A transition table of the product, with samples that walk through all of it. */
export interface StateTable {
  readonly title: string
  /** The file that holds the table. */
  readonly file: string
  readonly states: readonly string[]
  /** The initial state, if no transition leads back to it. */
  readonly start?: string
  /** The final state, if there is one. */
  readonly end?: string
  /** Names of the events; an event with different outcomes has a line for each. */
  readonly events: readonly string[]
  /** States without running work, or with a question to a person; each with the cause of the next transition. */
  readonly rests: Readonly<Record<string, string>>
  /** The event that ends each other state by itself, independent of other events. */
  readonly ends: Readonly<Record<string, StateEnd>>
  /** Returns the effect of an event in a state; `null` if there is none. */
  readonly ask: (state: string, event: string) => Answer | null
}

export interface StateEnd {
  readonly event: string
  /** Constants of the code that cause the event, by their names. */
  readonly limits: Readonly<Record<string, number | readonly number[]>>
  /** Title of a test of that end. */
  readonly test: string
}

/** States other than rests from which the automatic events never lead to a rest. */
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

/** The table as a section of the page. */
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

/** Formats a table like the repository's formatter. */
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
