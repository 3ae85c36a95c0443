/** A title that is being made, for readers who come at any time. */
export interface ComingTitle {
  /** What the thread is called in the end. */
  readonly whole: Promise<string>
  /** Its words from the first one on. Fails where the thread is called something else in the end. */
  read(): ReadableStream<Uint8Array>
}

/** Tells as much of the title as is sure by now. */
export type TellTitle = (words: string) => void

/** Begins to make a title. */
export function createComingTitle(make: (tell: TellTitle) => Promise<string>): ComingTitle {
  let told = ''
  let end: 'whole' | { readonly failure: unknown } | undefined
  let change = Promise.withResolvers<void>()

  function note(): void {
    change.resolve()
    change = Promise.withResolvers()
  }

  const whole = make((words) => {
    if (words.length <= told.length) return
    told = words
    note()
  })
  whole
    .then((title) => {
      if (!title.startsWith(told)) throw new Error('The thread has been given another name.')
      told = title
      end = 'whole'
    })
    .catch((failure: unknown) => void (end = { failure }))
    .finally(note)

  async function* pieces(): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder()
    let sent = 0
    for (;;) {
      const changed = change.promise
      if (typeof end === 'object') throw end.failure
      const words = told.slice(sent)
      sent += words.length
      if (words !== '') yield encoder.encode(words)
      else if (end === 'whole') return
      else await changed
    }
  }

  function read(): ReadableStream<Uint8Array> {
    const source = pieces()
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await source.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    })
  }

  return { whole, read }
}
