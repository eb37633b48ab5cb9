package import ArgumentParser

/// The command line of a program that a test calls in its own process.
package enum ParsedCommand {
    /// Parses words into the command that they name, by itself.
    ///
    /// In a debug build the parser checks all commands of the program with each call, which took much of the tests' time.
    /// What is refused is parsed as the program does it, for the same words.
    ///
    /// - Parameters:
    ///   - words: The words behind the program's name.
    ///   - root: The program's command.
    /// - Returns: The command, to be run.
    /// - Throws: What the parser throws for the whole program.
    package static func command(
        of words: [String], in root: any ParsableCommand.Type
    ) throws -> any ParsableCommand {
        let named = root.configuration.subcommands.first { $0.configuration.commandName == words.first }
        guard let named, Set(words).isDisjoint(with: ["--help", "-h", "help", "--version"]) else {
            return try root.parseAsRoot(words)
        }
        do {
            return try named.parseAsRoot(Array(words.dropFirst()))
        } catch {
            return try root.parseAsRoot(words)
        }
    }
}
