// The way on in a list whose newest entries come first.

interface EarlierProps {
  pages: { hasNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

export function Earlier({ pages }: EarlierProps) {
  if (!pages.hasNextPage) return null;
  return (
    <button type="button" className="button" onClick={() => void pages.fetchNextPage()}>
      Earlier ones
    </button>
  );
}
