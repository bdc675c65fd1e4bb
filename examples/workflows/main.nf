// nextflow run main.nf: eight shards of mine.toml, and their merge. A shard that is lost runs again.
process shard {
    errorStrategy 'retry'
    input: tuple val(number), path(sweep)
    output: path "shard-$number"
    script: "evocube run $sweep --shard $number/8 --out shard-$number --threads 1 --quiet"
}

process merge {
    publishDir 'results'
    input: path shards
    output: path 'mine'
    script: "evocube merge $shards --out mine"
}

workflow { Channel.of(1..8).map { number -> tuple(number, file('mine.toml')) } | shard | collect | merge }
