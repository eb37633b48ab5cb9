import ArgumentParser

/// The text of a command: one argument, which may begin with a minus, or standard input.
package struct TextArguments: ParsableArguments {
    /// As the parser gives it.
    @Argument(parsing: .allUnrecognized, help: "The text, or - for standard input.")
    var text: [String]

    package init() {}

    package func validate() throws {
        // Standard input is read once, when the command runs.
        if try argument != "-" { _ = try typed }
    }

    /// The text, without its final newline; standard input is read for it.
    package var typed: String {
        get throws { try TypedText.text(try argument) }
    }

    private var argument: String {
        get throws { try SignedArgument.only(text, named: "text") }
    }
}
