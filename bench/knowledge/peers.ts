/** A search in the process's memory, with the options that its documentation shows. */
export interface Peer {
  add(number: number, title: string, heading: string, text: string): void | Promise<void>
  /** After the last piece. */
  finish(): void
  /** Numbers of the first five pieces. */
  search(question: string): readonly number[] | Promise<readonly number[]>
}

export const PEER_NAMES = ['minisearch', 'orama', 'lunr'] as const
export type PeerName = (typeof PEER_NAMES)[number]

const RESULTS = 5
/** Syntax of lunr's questions, which throws where it is wrong. */
const LUNR_SYNTAX = /[:~^+*-]/gu

export function createPeer(name: PeerName): Promise<Peer> {
  const creators = { minisearch: createMinisearch, orama: createOrama, lunr: createLunr }
  return creators[name]()
}

async function createMinisearch(): Promise<Peer> {
  const { default: MiniSearch } = await import('minisearch')
  const index = new MiniSearch<{ id: number; title: string; heading: string; text: string }>({
    fields: ['title', 'heading', 'text'],
    searchOptions: { fuzzy: 0.2, prefix: true },
  })
  return {
    add: (id, title, heading, text) => index.add({ id, title, heading, text }),
    finish() {},
    search: (question) =>
      index
        .search(question)
        .slice(0, RESULTS)
        .map(({ id }) => Number(id)),
  }
}

async function createOrama(): Promise<Peer> {
  const { create, insert, search } = await import('@orama/orama')
  const index = create({
    schema: { title: 'string', heading: 'string', text: 'string' } as const,
  })
  return {
    async add(number, title, heading, text) {
      await insert(index, { id: String(number), title, heading, text })
    },
    finish() {},
    async search(term) {
      // By default all words must be there and have no slip.
      const { hits } = await search(index, { term, limit: RESULTS, tolerance: 1, threshold: 1 })
      return hits.map(({ id }) => Number(id))
    },
  }
}

async function createLunr(): Promise<Peer> {
  const { default: lunr } = await import('lunr')
  const builder = new lunr.Builder()
  builder.pipeline.add(lunr.trimmer, lunr.stopWordFilter, lunr.stemmer)
  builder.searchPipeline.add(lunr.stemmer)
  for (const field of ['title', 'heading', 'text']) builder.field(field)
  let index: ReturnType<typeof builder.build> | undefined
  return {
    add: (id, title, heading, text) => builder.add({ id: String(id), title, heading, text }),
    finish() {
      index = builder.build()
    },
    search: (question) =>
      (index?.search(question.replaceAll(LUNR_SYNTAX, ' ')) ?? [])
        .slice(0, RESULTS)
        .map(({ ref }) => Number(ref)),
  }
}
