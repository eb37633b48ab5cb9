/// The registrations of a container at one time, to be told from later ones, and to be put back.
package struct Registrations: Sendable {
    let all: [ObjectIdentifier: Registration]

    /// The registrations that are new or different since then.
    package func since(_ earlier: Registrations) -> Registrations {
        Registrations(all: all.filter { type, registration in earlier.all[type]?.box !== registration.box })
    }

    /// The singleton of a type, where somebody has resolved it.
    package func made<T: Sendable>(_ type: T.Type) -> T? {
        all[ObjectIdentifier(type)]?.box.instance as? T
    }
}
