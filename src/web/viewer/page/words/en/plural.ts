// Numbers with their noun, in English.
export function requests (count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'request' : 'requests'}`
}
