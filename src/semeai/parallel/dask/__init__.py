"""Tasks on other machines, by Dask: the link to a cluster, tasks that are sent, and what a worker does with them."""
