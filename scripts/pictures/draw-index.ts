import { isRefused, type ScreenState } from '../../e2e/states/screen-state.ts'
import { slugOf } from '../../e2e/states/state-table.ts'
import type { PictureLook } from './picture-looks.ts'

const STYLE = `body { margin: 24px; font: 15px/1.5 system-ui, sans-serif; background: #fff; color: #222 }
  section { margin-block: 24px } div { display: flex; flex-wrap: wrap; gap: 12px }
  figure { margin: 0 } img { max-width: 460px; border: 1px solid #ddd }`

/** A page of all pictures, state by state. */
export function drawIndex(states: readonly ScreenState[], looks: readonly PictureLook[]): string {
  const sections = states.map((state) => {
    const { number, name, view, scene } = state
    const title = `<h2>${number} ${name}${view === undefined ? '' : `: ${view}`}</h2>`
    if (isRefused(scene)) {
      return `<section>${title}<p>There is none: <code>${scene.refusedBy}</code></p></section>`
    }
    const pictures = looks
      .filter((look) => !look.isForStarred || state.isStarred)
      .map(({ name: look }) => {
        const file = `${slugOf(state)}.${look}.png`
        return `<figure><img loading="lazy" src="${file}" alt="${name}, ${look}"><figcaption>${look}</figcaption></figure>`
      })
    return `<section>${title}<div>${pictures.join('')}</div></section>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screen states</title><style>${STYLE}</style><h1>Screen states</h1>${sections.join('')}</html>`
}
