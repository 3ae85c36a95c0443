import { messageText, type Message } from '../../../../shared/thread/message.ts'

/** What a message takes on the screen: as it was measured, or as it can be guessed. */
export interface HeightBook {
  of(id: string): number
  /** Measures the messages that are drawn in a list. */
  measure(list: HTMLElement): void
  /** The width changed: what was measured holds no more. */
  forget(): void
}

const LINE_PX = 24
const CHARACTERS_PER_LINE = 46
/** Of a message besides its lines: its edges and the distance to the next. */
const AROUND_PX = 44

export function createHeightBook(readMessage: (id: string) => Message | undefined): HeightBook {
  const measured = new Map<string, number>()
  const guessed = new Map<string, number>()

  return {
    of(id) {
      const known = measured.get(id) ?? guessed.get(id)
      if (known !== undefined) return known
      const message = readMessage(id)
      if (!message) return 0
      const height = guessHeight(messageText(message))
      guessed.set(id, height)
      return height
    },
    // From top to top, so that the distance between two is counted once.
    measure(list) {
      for (const element of list.children as HTMLCollectionOf<HTMLElement>) {
        const id = element.dataset['messageId']
        if (id === undefined) continue
        const next = element.nextElementSibling as HTMLElement | null
        measured.set(id, next === null ? element.offsetHeight : next.offsetTop - element.offsetTop)
      }
    },
    forget: () => measured.clear(),
  }
}

function guessHeight(text: string): number {
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(0.5, Math.ceil(line.length / CHARACTERS_PER_LINE)), 0)
  return AROUND_PX + lines * LINE_PX
}
