"""Tasks on other machines, by Dask: the link to a cluster, the dispatch of tasks, and the code of workers."""
