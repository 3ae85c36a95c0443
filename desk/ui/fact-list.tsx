import './fact-list.css'

/** Name, value, and a note beside it. A null value is left out. */
export type Fact = readonly [name: string, value: string | null, note?: string | null]

/** Short facts beside each other, such as the figures of an answer. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="fact-list">
      {facts.map(
        ([name, value, note]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
                {note && <span className="fact-note">{note}</span>}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
