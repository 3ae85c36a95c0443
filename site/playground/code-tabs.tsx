import { useId, useRef, useState } from 'react'
import type { Snippet } from './snippet.ts'

const SAID_MS = 2_000

/** Tabs with a snippet for each kind of page, and a button that copies it. */
export function CodeTabs({ snippets }: { readonly snippets: readonly Snippet[] }) {
  const id = useId()
  const [index, setIndex] = useState(0)
  const [said, setSaid] = useState('')
  const tabs = useRef<(HTMLButtonElement | null)[]>([])
  const { hint, file, code } = snippets[index]!

  const go = (next: number) => {
    const at = (next + snippets.length) % snippets.length
    setIndex(at)
    tabs.current[at]?.focus()
  }
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(code).then(
      () => true,
      () => false,
    )
    setSaid(isCopied ? 'Copied' : 'This browser does not let a page copy: select the text.')
    setTimeout(() => setSaid(''), SAID_MS)
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => go(index + 1),
    ArrowLeft: () => go(index - 1),
    Home: () => go(0),
    End: () => go(snippets.length - 1),
  }

  return (
    <section aria-labelledby={`${id}-title`} className="code">
      <div className="heading">
        <h2 id={`${id}-title`}>Code</h2>
        <span role="status">{said}</span>
        <button type="button" onClick={() => void copy()}>
          Copy
        </button>
      </div>
      <div aria-label="Kind of page" className="tabs" role="tablist">
        {[...Map.groupBy(snippets, ({ group }) => group)].map(([group, members]) => (
          <div className="kinds" key={group} role="presentation">
            <span aria-hidden="true">{group}</span>
            {members.map((snippet) => {
              const at = snippets.indexOf(snippet)
              return (
                <button
                  key={snippet.name}
                  ref={(element) => void (tabs.current[at] = element)}
                  aria-controls={`${id}-code`}
                  aria-selected={at === index}
                  id={`${id}-${at}`}
                  role="tab"
                  tabIndex={at === index ? 0 : -1}
                  type="button"
                  onClick={() => setIndex(at)}
                  onKeyDown={(event) => {
                    const task = keys[event.key]
                    if (!task) return
                    event.preventDefault()
                    task()
                  }}
                >
                  {snippet.name}
                </button>
              )
            })}
          </div>
        ))}
      </div>
      <div aria-labelledby={`${id}-${index}`} id={`${id}-code`} role="tabpanel" tabIndex={0}>
        <p className="help">
          {file !== undefined && <code>{file}</code>} {hint}
        </p>
        <pre>
          <code>{code}</code>
        </pre>
      </div>
    </section>
  )
}
