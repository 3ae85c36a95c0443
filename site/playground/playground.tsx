import { useEffect, useMemo, useState } from 'react'
import type { Option } from '../../scripts/reference/read-options.ts'
import type { LookOptions } from '../../shared/look/look-options.ts'
import { CodeTabs } from './code-tabs.tsx'
import { toFieldText } from './field-text.ts'
import { OptionGroups } from './option-groups.tsx'
import { readHash, toHash, withValue, type Values } from './option-values.ts'
import { PRESETS } from './presets.ts'
import { Preview } from './preview.tsx'
import { createSnippets } from './snippets.ts'
import { toStart } from './start-options.ts'
import { ThemeEditor } from './theme-editor.tsx'

export interface PlaygroundProps {
  readonly options: readonly Option[]
  /** Origin of the service. */
  readonly origin: string
}

/** Every option beside the chat that it changes, with the code that sets it. */
export function Playground({ options, origin }: PlaygroundProps) {
  const [link] = useState(() =>
    readHash(location.hash, (path) => options.some((option) => option.path === path)),
  )
  const [values, setValues] = useState<Values>(link.values)
  const project = useProjectLook(toFieldText(values['app']) || 'default')
  const snippets = useMemo(
    () => createSnippets(values, options, origin, project as LookOptions),
    [values, options, origin, project],
  )
  const start = useMemo(() => toStart(values, options), [values, options])
  const change = (path: string, value: unknown) =>
    setValues((values) => withValue(values, path, value))
  const count = Object.keys(values).length

  useEffect(() => {
    history.replaceState(null, '', toHash(values) || location.pathname)
  }, [values])

  return (
    <>
      <header className="top">
        <a className="brand" href="/docs/">
          <span aria-hidden="true" className="dot" /> Alcove
        </a>
        <h1>Playground</h1>
        <nav aria-label="Site">
          <a href="/docs/">Docs</a>
          <a href="/docs/reference">Reference</a>
          <a href="/">Demo shop</a>
        </nav>
      </header>
      <main>
        <div className="stage">
          <Preview start={start} />
          <CodeTabs snippets={snippets} />
        </div>
        <section aria-labelledby="options-title" className="options">
          <div className="heading">
            <h2 id="options-title">Options</h2>
            <button disabled={count === 0} onClick={() => setValues({})} type="button">
              Start over
            </button>
          </div>
          <div aria-label="Begin with" className="presets" role="group">
            <span aria-hidden="true">Begin with</span>
            {PRESETS.map(({ name, values: preset }) => (
              <button
                aria-pressed={toHash(values) === toHash(withProject(preset, values))}
                key={name}
                onClick={() => setValues(withProject(preset, values))}
                type="button"
              >
                {name}
              </button>
            ))}
          </div>
          {link.refused.length > 0 && (
            <p className="help" role="status">
              Left out of this link: <code>{link.refused.join(', ')}</code>. No link chooses what is
              loaded: the chat comes from {origin}.
            </p>
          )}
          <OptionGroups
            custom={{
              'theme.tokens': <ThemeEditor change={change} project={project} values={values} />,
            }}
            options={options.filter(({ path }) => path !== 'baseUrl')}
            project={project}
            values={values}
            onChange={change}
          />
        </section>
      </main>
    </>
  )
}

/** A preset for the chosen project. */
const withProject = (preset: Values, { app }: Values): Values =>
  app === undefined ? preset : { app, ...preset }

/** Looks and texts of the project, which apply to options without a chosen value. */
function useProjectLook(app: string): unknown {
  const [look, setLook] = useState<unknown>({})
  useEffect(() => {
    const life = new AbortController()
    fetch(`look.json?app=${encodeURIComponent(app)}`, { signal: life.signal })
      .then((answer) => (answer.ok ? answer.json() : {}))
      .then(setLook, () => {})
    return () => life.abort()
  }, [app])
  return look
}
