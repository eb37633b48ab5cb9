/// A program with its arguments, to be run by the shell on a person's terminal.
package struct ProgramCommand: Hashable, Sendable {
    /// The command as a person has it in a variable: a program, perhaps with arguments, as the shell reads them.
    package let words: String
    /// More arguments, each of which is one whatever is in it.
    package let arguments: [String]
    /// All of its environment variables.
    package let environment: [String: String]

    /// Creates a command.
    ///
    /// - Parameters:
    ///   - words: The program, perhaps with arguments, as the shell reads them.
    ///   - arguments: More arguments, which the shell does not read.
    ///   - environment: All of its environment variables.
    package init(_ words: String, arguments: [String], environment: [String: String]) {
        (self.words, self.arguments, self.environment) = (words, arguments, environment)
    }

    /// The arguments of the shell; the first of the program's is its name there.
    var shellArguments: [String] { ["sh", "-c", "\(words) \"$@\"", words] + arguments }
}

/// The way in which a program has ended that had the terminal.
package enum ProgramEnd: Hashable, Sendable {
    /// By itself, with its status.
    case exited(Int32)
    /// By a signal, with its number.
    case signalled(Int32)
    /// It was asked to end, as the program that runs it has to.
    case interrupted
    /// It was not started, for the system's reason.
    case notStarted(String)
    /// There is no terminal that it could have.
    case noTerminal
}

/// A run of a program that has the terminal for itself, and who is told of its end.
package final class ProgramRun: Hashable, Sendable {
    package let command: ProgramCommand
    private let ended: @MainActor @Sendable (ProgramEnd) -> Void

    /// Creates a run that has not begun.
    ///
    /// - Parameters:
    ///   - command: The program.
    ///   - ended: Told of its end, once, when the terminal is back.
    package init(_ command: ProgramCommand, ended: @escaping @MainActor @Sendable (ProgramEnd) -> Void) {
        (self.command, self.ended) = (command, ended)
    }

    /// Tells of the end.
    ///
    /// - Parameter end: The end.
    @MainActor
    package func end(_ end: ProgramEnd) { ended(end) }

    package static func == (left: ProgramRun, right: ProgramRun) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A terminal that another program can have for itself for some time.
package protocol ProgramHost: Sendable {
    /// Gives the terminal to a program until that ends; meanwhile nothing here reads from it.
    ///
    /// - Parameter command: The program.
    /// - Returns: The way in which it has ended.
    func run(_ command: ProgramCommand) async -> ProgramEnd

    /// Asks the program that has the terminal to end, and ends it two seconds later; nothing happens where none has it.
    ///
    /// - Parameter signal: The signal that asks it.
    func endProgram(by signal: Int32)
}
