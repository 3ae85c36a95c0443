import { linkMailAddresses } from './bare-links.ts'
import { MAX_INLINE_DEPTH } from './limits.ts'
import type { Inline } from './nodes.ts'

/** A piece of a phrase while it is read. Pieces are linked, so that any can be removed. */
export interface Span {
  inline: Inline
  /** Depth of nested elements. */
  readonly depth: number
  before: Span | undefined
  after: Span | undefined
}

export interface SpanList {
  first: Span | undefined
  last: Span | undefined
}

export function addSpan(list: SpanList, inline: Inline): Span {
  const span: Span = { inline, depth: 0, before: list.last, after: undefined }
  if (list.last === undefined) list.first = span
  else list.last.after = span
  list.last = span
  return span
}

export const addText = (list: SpanList, text: string): Span => addSpan(list, { type: 'text', text })

export function removeSpan(list: SpanList, span: Span): void {
  if (span.before === undefined) list.first = span.after
  else span.before.after = span.after
  if (span.after === undefined) list.last = span.before
  else span.after.before = span.before
}

/** Removes `from` and everything behind it. */
export function cutFrom(list: SpanList, from: Span): void {
  list.last = from.before
  if (from.before === undefined) list.first = undefined
  else from.before.after = undefined
}

/**
 * Wraps the pieces between `from` and `to` (or the end) in one element. Returns false without a change if the
 * result would nest too deep.
 */
export function wrapBetween(
  list: SpanList,
  place: { from: Span; to: Span | undefined },
  make: (children: readonly Inline[]) => Inline,
): boolean {
  const { from, to } = place
  let depth = 0
  const inner: Inline[] = []
  for (let span = from.after; span !== undefined && span !== to; span = span.after) {
    depth = Math.max(depth, span.depth)
    inner.push(span.inline)
  }
  if (depth >= MAX_INLINE_DEPTH) return false
  const inline = make(mergeText(inner))
  const wrapped: Span = { inline, depth: depth + 1, before: from, after: to }
  from.after = wrapped
  if (to === undefined) list.last = wrapped
  else to.before = wrapped
  return true
}

/** All pieces in order, with adjacent texts merged. */
export function listInlines(list: SpanList): readonly Inline[] {
  const inlines: Inline[] = []
  for (let span = list.first; span !== undefined; span = span.after) inlines.push(span.inline)
  return mergeText(inlines)
}

function mergeText(inlines: readonly Inline[]): readonly Inline[] {
  const merged: Inline[] = []
  let text = ''
  for (const inline of inlines) {
    if (inline.type === 'text') {
      text += inline.text
      continue
    }
    merged.push(...linkMailAddresses(text), inline)
    text = ''
  }
  merged.push(...linkMailAddresses(text))
  return merged
}
