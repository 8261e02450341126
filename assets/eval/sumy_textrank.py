#!/usr/bin/env python3
"""sumy's TextRank, for `loci eval summaries --against`: reads lines of {"id", "sentences"}, writes lines
of {"id", "chosen"}, the places of the N that it chooses, in their order. N is its one argument.
Fetches nothing."""

import json
import re
import sys

from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
from sumy.nlp.stemmers import Stemmer
from sumy.summarizers.text_rank import TextRankSummarizer


class Words:
    """Words without NLTK's models, which would have to be fetched."""

    def to_words(self, text: str) -> list[str]:
        return re.findall(r"[^\W_]+", text)


def main() -> None:
    count = int(sys.argv[1])
    summarizer = TextRankSummarizer(Stemmer("english"))
    for line in sys.stdin:
        row = json.loads(line)
        sentences = [Sentence(text, Words()) for text in row["sentences"]]
        model = ObjectDocumentModel([Paragraph(sentences)])
        chosen = {id(sentence) for sentence in summarizer(model, count)}
        places = [at for at, sentence in enumerate(sentences) if id(sentence) in chosen]
        print(json.dumps({"id": row["id"], "chosen": places}))


if __name__ == "__main__":
    main()
