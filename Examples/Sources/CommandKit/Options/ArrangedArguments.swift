package import ArgumentParser

/// The order of the words of a command line.
package enum ArrangedArguments {
    /// The options of every command that have a value, in every program.
    private static let valued: Set = ["--store", "--base-url", "--timeout", "--format"]

    /// Puts the words of a command in front of the options of every command, wherever they stand between these.
    ///
    /// The parser gives what comes first to the default command: `settings --store DIR set KEY VALUE` would be
    /// `settings get` with words too many.
    ///
    /// - Parameters:
    ///   - arguments: The arguments behind the program's name.
    ///   - root: The program.
    ///   - own: The program's own options of every command that have a value; none by default.
    /// - Returns: The same for the parser.
    package static func arranged(
        _ arguments: [String], for root: any ParsableCommand.Type, own: Set<String> = []
    ) -> [String] {
        let valued = valued.union(own)
        var (words, rest) = ([String](), arguments)
        var command = root
        while !command.configuration.subcommands.isEmpty, let place = firstWord(of: rest, valued),
            let next = command.configuration.subcommands.first(where: {
                $0.configuration.commandName == rest[place]
            })
        {
            words.append(rest.remove(at: place))
            command = next
        }
        return words + rest
    }

    /// The position of the first argument that is no option of every command; nil where another option comes first.
    private static func firstWord(of arguments: [String], _ valued: Set<String>) -> Int? {
        var place = 0
        while place < arguments.count, arguments[place].hasPrefix("-") {
            if valued.contains(arguments[place]) {
                place += 2
            } else if arguments[place] == "--offline" || valued.contains(String(arguments[place].prefix { $0 != "=" }))
            {
                place += 1
            } else {
                return nil
            }
        }
        return place < arguments.count ? place : nil
    }
}
