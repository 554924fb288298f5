/** Copies a text, and says whether it could: plain http has no clipboard, there its box is marked, to be copied by hand. */
export async function copied(text: string, box: Element | null | undefined): Promise<boolean> {
  if (box instanceof HTMLInputElement) box.select();
  await navigator.clipboard?.writeText(text);
  return navigator.clipboard !== undefined;
}
