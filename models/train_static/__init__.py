"""The steps that distil loci-static-256 from all-MiniLM-L6-v2; README.md has their order."""
