/** Tokens of a markdown answer, about four characters each; the same for each call. */
export function answerTokens(count: number): readonly string[] {
  const text = Array.from({ length: Math.ceil(count / 250) }, (_, index) =>
    section(index + 1),
  ).join('\n')
  const tokens = text.match(/[\s\S]{1,4}/g) ?? []
  return tokens.slice(0, count)
}

function section(number: number): string {
  return `## Part ${number} of the answer

The answer goes on with **strong words**, some *emphasis*, \`inline code\` and a
[link](https://example.com/part-${number}) to read more about it. A paragraph has several sentences,
as a person would write them, so that lines wrap and layout has something to do. It ends here.

- First thing to know about part ${number}
- Second thing, with \`code\` in it
  - a nested remark that explains it
- Third thing, which is **important**

\`\`\`ts
const part = ${number}
for (let step = 0; step < part; step += 1) {
  console.log('step', step, 'of', part)
}
\`\`\`

| Name | Value | Unit |
| ---- | ----: | ---- |
| Size | ${number * 7} | bytes |
| Time | ${number * 3} | ms |

> A quotation that says the same again, in other words, and with a little more distance.
`
}
