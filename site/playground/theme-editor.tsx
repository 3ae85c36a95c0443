import { useId, useState } from 'react'
import { COLOR_TOKENS, type ColorToken } from '../../shared/look/colors.ts'
import type { Theme } from '../../shared/look/look-options.ts'
import { valueAt, type Values } from './option-values.ts'
import { judgeTheme } from './theme-verdict.ts'

export interface ThemeEditorProps {
  readonly values: Values
  /** The project's values. */
  readonly project: unknown
  readonly change: (path: string, value: unknown) => void
}

type Tokens = NonNullable<Theme['tokens']>
type Scheme = 'light' | 'dark'

/** Every colour that derives from the accent, its contrast, and own colours that replace it. */
export function ThemeEditor({ values, project, change }: ThemeEditorProps) {
  const id = useId()
  const [scheme, setScheme] = useState<Scheme>('light')
  const chosen = (path: string) => values[path] ?? valueAt(project, path)
  const tokens = (chosen('theme.tokens') ?? {}) as Tokens
  const own = tokens[scheme] ?? {}
  const { palette, closest, refused, pairs, movedTo } = judgeTheme(
    scheme,
    chosen('theme.accent'),
    chosen('theme.accentMode'),
    own,
  )
  const hardest = closest.reduce((low, each) =>
    each.ratio / each.least < low.ratio / low.least ? each : low,
  )

  const setColor = (token: ColorToken, color: string | undefined) => {
    const { [token]: _, ...rest } = own
    const colors = color === undefined ? rest : { ...rest, [token]: color }
    const { [scheme]: __, ...others } = tokens
    const next = Object.keys(colors).length === 0 ? others : { ...others, [scheme]: colors }
    change('theme.tokens', Object.keys(next).length === 0 ? undefined : next)
  }

  return (
    <fieldset className="theme">
      <legend>Colours</legend>
      <div className="segments">
        {(['light', 'dark'] as const).map((name) => (
          <label key={name}>
            <input
              checked={name === scheme}
              name={`${id}-scheme`}
              type="radio"
              onChange={() => setScheme(name)}
            />
            <span>{name === 'light' ? 'Light' : 'Dark'}</span>
          </label>
        ))}
      </div>
      <p className="verdict" role="status">
        <strong>All {pairs} pairs can be read.</strong> Closest: {hardest.front} on {hardest.back},{' '}
        {hardest.ratio.toFixed(2)}:1 of {hardest.least}:1.
        {movedTo !== undefined && (
          <>
            {' '}
            Drawn in this scheme, the accent becomes <code>{movedTo}</code>.
          </>
        )}
      </p>
      {refused.length > 0 && (
        <ul className="refused">
          {refused.map(({ front, back, ratio, least }) => (
            <li key={`${front} ${back}`}>
              Refused: {front} on {back} has {ratio.toFixed(2)}:1; expected {least}:1.
            </li>
          ))}
        </ul>
      )}
      <details className="single">
        <summary>
          Single colours
          {Object.keys(own).length > 0 && (
            <span className="count">{Object.keys(own).length} chosen</span>
          )}
        </summary>
        <ul className="tokens">
          {COLOR_TOKENS.map((token) => {
            const found = closest.find(({ front }) => front === token)
            const isOwn = own[token] !== undefined
            return (
              <li key={token}>
                <input
                  aria-label={`${token}, ${scheme}`}
                  type="color"
                  value={own[token] ?? palette[token]}
                  onChange={(event) => setColor(token, event.target.value)}
                />
                <span className="token">{token}</span>
                <span className="ratio">
                  {found ? `${found.ratio.toFixed(2)}:1` : ''}
                  {found && <span aria-label="passes"> ✓</span>}
                </span>
                {isOwn && (
                  <button
                    aria-label={`Take back ${token}`}
                    className="quiet"
                    type="button"
                    onClick={() => setColor(token, undefined)}
                  >
                    ×
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      </details>
    </fieldset>
  )
}
