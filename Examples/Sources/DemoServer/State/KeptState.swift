/// Everything that outlives a restart where the server keeps it.
struct KeptState: Sendable, Codable {
    /// The seed of the site that the ids belong to.
    let seed: UInt64
    var site = SiteState()
    var tokens: TokenStore

    /// A state in which nobody has done anything.
    init(seed: UInt64) {
        self.seed = seed
        tokens = TokenStore(seed: seed)
    }
}
