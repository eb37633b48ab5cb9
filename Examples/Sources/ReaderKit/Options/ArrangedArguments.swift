import CommandKit

extension ReaderCommand {
    /// Puts the words of a command in front of the options of every command, wherever they stand between these.
    ///
    /// - Parameter arguments: The arguments behind the program's name.
    /// - Returns: The same for the parser.
    public static func arranged(_ arguments: [String]) -> [String] {
        ArrangedArguments.arranged(arguments, for: ReaderCommand.self, own: ["--backend"])
    }
}
