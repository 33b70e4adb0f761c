"""Who works on the partitions of a corpus: processes of this machine, or a cluster that is there already."""
