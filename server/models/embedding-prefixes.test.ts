import { expect, test } from 'vitest'
import { knownPrefixes } from './embedding-prefixes.ts'

test.each([
  ['ollama/nomic-embed-text', 'search_query: ', 'search_document: '],
  ['openai-compatible/nomic-ai/nomic-embed-text-v1.5', 'search_query: ', 'search_document: '],
  ['local/hf.co/nomic-ai/nomic-embed-text-v2-moe-GGUF:Q8_0', 'search_query: ', 'search_document: '],
  ['vllm/intfloat/multilingual-e5-large', 'query: ', 'passage: '],
  ['vllm/intfloat/e5-base-v2', 'query: ', 'passage: '],
  ['local/multilingual_e5_small', 'query: ', 'passage: '],
  ['ollama/embeddinggemma:300m', 'task: search result | query: ', 'title: none | text: '],
  ['ollama/snowflake-arctic-embed2', 'query: ', ''],
  ['vllm/Snowflake/snowflake-arctic-embed-l-v2.0', 'query: ', ''],
  [
    'ollama/snowflake-arctic-embed:335m',
    'Represent this sentence for searching relevant passages: ',
    '',
  ],
  ['ollama/mxbai-embed-large', 'Represent this sentence for searching relevant passages: ', ''],
])('%s wants its prefixes', (name, question, passage) => {
  expect(knownPrefixes(name)).toEqual({ question, passage })
})

test.each([
  'openai/text-embedding-3-small',
  'ollama/bge-m3',
  'vllm/intfloat/multilingual-e5-large-instruct',
  'local/e5-mistral-7b-instruct',
  'local/phone5-large',
])('%s gets no prefix', (name) => {
  expect(knownPrefixes(name)).toEqual({ question: '', passage: '' })
})
