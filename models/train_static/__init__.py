"""The steps that distil loci-static-256 from all-MiniLM-L6-v2, in their order.

From the folder `models`, with WORK for what the steps make; half an hour of teaching on two cores,
then three minutes of training:

    python -m train_static.teach  --wheel W --work WORK --prose FOLDERS_OF_TEXT
    python -m train_static.salad  --wheel W --work WORK
    python -m train_static.vocab  --wheel W --work WORK
    python -m train_static.train  --wheel W --work WORK
    python -m train_static.export --wheel W --work WORK --out loci-static-NEXT

With `--count 3000` and `--count 6000` on the first two they run through in a minute, which shows
that they work, not what they can do.
"""
