import ArgumentParser

/// One of the words that a type of the framework knows, as a command line's argument.
///
/// A wrapper, because a type of another module should not be made to conform to a protocol of a third one.
struct ChoiceArgument<Value>: ExpressibleByArgument, Sendable
where Value: RawRepresentable<String> & CaseIterable & Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    init?(argument: String) {
        guard let value = Value(rawValue: argument) else { return nil }
        self.init(value)
    }

    var defaultValueDescription: String { value.rawValue }

    static var allValueStrings: [String] { Value.allCases.map(\.rawValue) }
}
