/**
 * Windows of known models in tokens, by the last part of their names in lower case. The first match counts. A
 * server of open models may give them less: the operator states that.
 */
const WINDOWS: readonly (readonly [name: RegExp, tokens: number])[] = [
  // OpenAI.
  [/^gpt-3\.5/, 16_385],
  [/^gpt-4(-0314|-0613)?$/, 8_192],
  [/^gpt-4-32k/, 32_768],
  [/^gpt-4\.1/, 1_047_576],
  [/^(gpt-4|chatgpt-4o|gpt-5(\.\d+)?-chat|o1-(mini|preview))/, 128_000],
  [/^gpt-5/, 400_000],
  [/^o[134](-|$)/, 200_000],
  [/^gpt-oss/, 131_072],
  // Anthropic.
  [/^claude-(2\.0|instant)/, 100_000],
  [/^claude-/, 200_000],
  // Google.
  [/^gemini-1\.0/, 32_768],
  [/^gemini-/, 1_048_576],
  [/^gemma-?3/, 131_072],
  [/^gemma/, 8_192],
  // Mistral.
  [/^(mistral-7b|mixtral)/, 32_768],
  [/^(mistral|ministral|magistral|pixtral|devstral|codestral)-/, 131_072],
  // Others.
  [/^deepseek-(chat|reasoner|v3|r1(?!-distill))/, 131_072],
  [/^(kimi-k2|glm-4\.[5-7]|grok-[34]|sonar|command-r)/, 128_000],
  [/^(meta-)?llama-?2/, 4_096],
  [/^(meta-)?llama-?3([:-](?!\d-)|$)/, 8_192],
  [/^(meta-)?llama-?(3[.-][1-3]|4)/, 131_072],
  [/^qwen-?(2|2\.5|3)([:-]|$)/, 32_768],
]

/** The window of a model by its name, in tokens; undefined if it is not known. */
export function knownWindow(modelName: string): number | undefined {
  const name = modelName.slice(modelName.lastIndexOf('/') + 1).toLowerCase()
  return WINDOWS.find(([pattern]) => pattern.test(name))?.[1]
}
