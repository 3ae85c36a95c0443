/** The same stream; `done` is called once, when it has ended or its reader has left. */
export function whenOver(
  stream: ReadableStream<Uint8Array>,
  done: () => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { value, done: isOver } = await reader.read()
          if (!isOver) return controller.enqueue(value)
        } catch (error) {
          done()
          throw error
        }
        done()
        controller.close()
      },
      async cancel(reason) {
        done()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
