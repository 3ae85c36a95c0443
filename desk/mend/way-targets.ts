import type { FixWay } from '../../shared/desk/fixes.ts'

/** Place of the draft in which a way is gone. */
export interface WayTarget {
  readonly to: '/$project/settings' | '/$project/answers'
  readonly search: Readonly<Record<string, string>>
}

/** The link that begins a fix, in this tab or another: its page records the fix, and leads on to the draft. */
export const beginFix = (project: string, way: FixWay, thread: string, message: string) => ({
  to: '/$project/mend' as const,
  params: { project },
  search: { way, thread, message },
})

/**
 * Finds the place of a way.
 *
 * @param question masked; the written answer begins with it.
 * @param assistant the one that answered.
 */
export function targetOf(way: FixWay, question: string, assistant: string): WayTarget {
  switch (way) {
    case 'prompt':
      return {
        to: '/$project/settings',
        search: { group: 'assistants', field: `assistants.${assistant}.system` },
      }
    case 'source':
      return { to: '/$project/settings', search: { group: 'knowledge' } }
    case 'answer':
      return { to: '/$project/answers', search: { question } }
    case 'tool':
      return { to: '/$project/settings', search: { group: 'tools' } }
    default:
      return way satisfies never
  }
}
