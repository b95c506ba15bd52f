#!/bin/sh
#HQ --name=bayeschess
#HQ --array=0-39
#HQ --cpus=1
#HQ --crash-limit=5
# Job of HyperQueue: hq submit bayeschess.sh
# Does the part of a manifest that has the number of this task. Replace 39 by the number of the last part, and the names of
# manifest and folder, which all workers must see.
exec bayeschess shard run games.shards "$HQ_TASK_ID" --dir parts --threads 1
