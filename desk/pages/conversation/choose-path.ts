import type { DeskMessage } from '../../../shared/desk/conversations.ts'

/** A message on the visible path, and its place among the versions that have the same parent. */
export interface PathStep {
  readonly message: DeskMessage
  /** Ids of the versions, the oldest first; one: the message has no other version. */
  readonly versions: readonly string[]
}

/** Chosen version of a parent's children, by the parent's id; the first message's parent is an empty text. */
export type ChosenVersions = Readonly<Record<string, string>>

const ROOT = ''

/** Key of a message's parent in {@link ChosenVersions}. */
export const parentKey = ({ parentId }: DeskMessage): string => parentId ?? ROOT

/** The messages from the first to the last one, by the chosen versions, else by the newest ones. */
export function choosePath(
  messages: readonly DeskMessage[],
  chosen: ChosenVersions,
): readonly PathStep[] {
  const known = new Set(messages.map(({ id }) => id))
  const children = new Map<string, DeskMessage[]>()
  for (const message of messages) {
    // Earlier messages of a long conversation are not there.
    const key = known.has(parentKey(message)) ? parentKey(message) : ROOT
    children.set(key, [...(children.get(key) ?? []), message])
  }
  const path: PathStep[] = []
  const seen = new Set<string>()
  let key = ROOT
  for (;;) {
    const versions = children.get(key) ?? []
    const message = versions.find(({ id }) => id === chosen[key]) ?? versions.at(-1)
    if (message === undefined || seen.has(message.id)) return path
    path.push({ message, versions: versions.map(({ id }) => id) })
    seen.add(message.id)
    key = message.id
  }
}

/** The versions that show a message, for links to it; none if it is not there. */
export function choicesFor(messages: readonly DeskMessage[], id: string): ChosenVersions {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const choices: Record<string, string> = {}
  for (let at = byId.get(id); at !== undefined; at = byId.get(parentKey(at))) {
    const key = byId.has(parentKey(at)) ? parentKey(at) : ROOT
    if (key in choices) break
    choices[key] = at.id
  }
  return choices
}
