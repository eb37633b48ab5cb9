import ArgumentParser

extension ReaderCommand {
    /// The options of every command that have a value.
    private static let valued: Set = ["--store", "--backend", "--base-url", "--timeout", "--format"]

    /// Puts the words of a command in front of the options of every command, wherever they stand between these.
    ///
    /// The parser gives what comes first to the default command: `settings --store DIR set KEY VALUE` would be
    /// `settings get` with words too many.
    ///
    /// - Parameter arguments: The arguments behind the program's name.
    /// - Returns: The same for the parser.
    public static func arranged(_ arguments: [String]) -> [String] {
        var (words, rest) = ([String](), arguments)
        var command: any ParsableCommand.Type = ReaderCommand.self
        while !command.configuration.subcommands.isEmpty, let place = firstWord(of: rest),
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
    private static func firstWord(of arguments: [String]) -> Int? {
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
