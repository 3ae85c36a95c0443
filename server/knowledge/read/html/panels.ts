import {
  attributeOf,
  closest,
  elementsOf,
  hasAttribute,
  headingLevel,
  listElements,
  namesOf,
  parentOf,
  textOf,
} from './dom.ts'
import type { Element } from './parse-html.ts'
import { linkDensity, type Weights, weightOf } from './weights.ts'

/** Panels of a page: parts that a control shows and hides. */
export interface Panels {
  /** Elements that a control shows. */
  readonly opened: ReadonlySet<Element>
  /** Texts of controls for panels whose control is not in a heading before them. */
  readonly titles: ReadonlyMap<Element, PanelTitle>
}

export interface PanelTitle {
  readonly text: string
  readonly anchor: string | undefined
}

/** A list of links that a button shows is a menu. */
const MENU_DENSITY = 0.8
const REFERENCES = ['aria-controls', 'data-target', 'data-bs-target', 'data-toggle-target'] as const
const DISCLOSURE = /[ -](?:accordion|collapsible|disclosure|faq|question|toggle)[ -]/u
/** Steps from a control to the element that its panel follows. */
const CLIMB_MAX = 3

export function findPanels(root: Element, weights: Weights): Panels {
  const elements = listElements(root)
  const byId = new Map<string, Element>()
  const order = new Map<Element, number>()
  for (const [index, element] of elements.entries()) {
    order.set(element, index)
    const id = attributeOf(element, 'id')
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
  }
  const opened = new Set<Element>()
  const titles = new Map<Element, PanelTitle>()

  function open(control: Element, panel: Element) {
    const isMenu = weightOf(weights, panel).links > 1 && linkDensity(weights, panel) > MENU_DENSITY
    if (isMenu || isInside(control, panel)) return
    opened.add(panel)
    const isBefore = (order.get(control) ?? 0) < (order.get(panel) ?? 0)
    if (!isBefore || titles.has(panel) || isHeading(control)) return
    const text = textOf(control)
    titles.set(panel, { text, anchor: attributeOf(control, 'id') ?? attributeOf(panel, 'id') })
  }

  for (const element of elements) {
    if (!isControl(element)) continue
    const panels = referencesOf(element).flatMap((id) => byId.get(id) ?? [])
    for (const panel of panels) open(element, panel)
    const next = panels.length === 0 ? panelAfter(element) : undefined
    if (next) open(element, next)
  }
  for (const element of elements) {
    if (attributeOf(element, 'role') !== 'tabpanel' || opened.has(element)) continue
    const [label = ''] = (attributeOf(element, 'aria-labelledby') ?? '').split(/\s+/u)
    const control = byId.get(label)
    if (control) open(control, element)
    else opened.add(element)
  }
  return { opened, titles }
}

function isControl(element: Element): boolean {
  if (hasAttribute(element, 'aria-controls') || hasAttribute(element, 'aria-expanded')) return true
  if (hasAttribute(element, 'data-target') || hasAttribute(element, 'data-bs-target')) return true
  if (attributeOf(element, 'role') === 'tab') return true
  return element.tagName === 'button' && DISCLOSURE.test(namesOf(element))
}

function referencesOf(element: Element): readonly string[] {
  const values = REFERENCES.map((name) => attributeOf(element, name) ?? '')
  const href = attributeOf(element, 'href') ?? ''
  if (href.startsWith('#')) values.push(href)
  return values
    .join(' ')
    .split(/[\s,]+/u)
    .map((id) => id.replace(/^#/u, ''))
    .filter((id) => id !== '')
}

/** The element after a control that names no panel: its neighbour, or that of the element it fills. */
function panelAfter(control: Element): Element | undefined {
  if (attributeOf(control, 'role') === 'tab') return undefined
  let at = control
  for (let step = 0; step < CLIMB_MAX; step += 1) {
    const parent = parentOf(at)
    if (!parent) return undefined
    const siblings = elementsOf(parent)
    const next = siblings[siblings.indexOf(at) + 1]
    if (next) return next
    if (siblings.length > 1) return undefined
    at = parent
  }
  return undefined
}

const isInside = (element: Element, around: Element): boolean =>
  closest(element, (at) => at === around) !== undefined

const isHeading = (control: Element): boolean =>
  closest(control, (at) => headingLevel(at) !== undefined || at.tagName === 'summary') !== undefined

const HIDDEN_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/iu
const HIDDEN_CLASS =
  /(?:^|\s)(?:hidden|hide|d-none|invisible|(?:is|u|ng)-hidden|display-none)(?:\s|$)/u
/** Classes that show an element from some width of the window on. */
const SHOWN_CLASS =
  /(?:^|\s)(?:(?:sm|md|lg|xl|2xl):(?:block|flex|grid|inline\S*|table\S*|contents|visible)|d-(?:sm|md|lg|xl|xxl)-(?!none)\S+)/u

/** True for elements that a page does not show, unless a control opens them. */
export function isHidden(element: Element): boolean {
  const hidden = attributeOf(element, 'hidden')
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true
  if (attributeOf(element, 'aria-hidden') === 'true') return true
  if (element.tagName === 'dialog' && !hasAttribute(element, 'open')) return true
  if (HIDDEN_STYLE.test(attributeOf(element, 'style') ?? '')) return true
  const classes = attributeOf(element, 'class') ?? ''
  return HIDDEN_CLASS.test(classes) && !SHOWN_CLASS.test(classes)
}
