{{ trigger }}
