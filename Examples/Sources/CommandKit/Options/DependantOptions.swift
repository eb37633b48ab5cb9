import ArgumentParser
package import Core

/// The options that say what becomes of entries whose answered entry goes.
package struct DependantOptions: ParsableArguments {
    @Flag(name: .customLong("with-replies"), help: "What waits for it is given up too.")
    var withReplies = false

    @Flag(name: .customLong("as-drafts"), help: "What waits for it becomes drafts.")
    var asDrafts = false

    @Flag(name: .customLong("to-parent"), help: "What waits for it answers what it answered.")
    var toParent = false

    package init() {}

    package func validate() throws {
        guard [withReplies, asDrafts, toParent].count(where: { $0 }) <= 1 else {
            throw ValidationError("Give one of --with-replies, --as-drafts and --to-parent.")
        }
    }

    /// The choice; nil for none.
    package var choice: OutboxDependants? {
        withReplies ? .givenUp : asDrafts ? .drafts : toParent ? .toParent : nil
    }
}
